// axe checks every page: wide and narrow, light and dark. In a short run it looks once at each page, wide and light or narrow
// and dark by turns; what fits is measured at both widths always.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { leaveOut } from '../../tools/left-out.ts';
import { isLong } from '../../tools/run-length.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';
import { type Furniture, furnish, pagesOf } from './testing/furniture.ts';
import { lengthen } from './testing/long-ones.ts';

const wide = { width: 1280, height: 800 };
const middle = { width: 800, height: 800 };
const narrow = { width: 380, height: 800 };
const pixelsTooWide = 'document.documentElement.scrollWidth - innerWidth';
const widerTables = `[...document.querySelectorAll('.table-box')].filter((box) => box.scrollWidth > box.clientWidth).length`;
/** Narrower, a column breaks its words into towers of letters. */
const columnLeast = 64;
const labelLeast = 11;
const faults = `(async () => {
  // Charts measure themselves after the page is laid out; a page in the background draws rarely.
  if (document.querySelector('.chart')) for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const isLaidOut = (cell) => cell.offsetWidth > 0 && getComputedStyle(cell.closest('thead')).position !== 'absolute';
  const sizeOf = (tick) => parseFloat(getComputedStyle(tick).fontSize) * tick.getScreenCTM().a;
  return [
    ...(document.documentElement.scrollWidth > innerWidth
      ? [document.documentElement.scrollWidth - innerWidth + ' pixels too wide'] : []),
    ...all('.table th').filter((th) => isLaidOut(th) && th.offsetWidth < ${columnLeast})
      .map((th) => 'the column ' + th.innerText + ' is ' + th.offsetWidth + ' pixels wide'),
    ...all('.table td code').filter((code) => new Set([...code.getClientRects()].map(({ top }) => top)).size > 1).map((code) => code.innerText + ' is broken'),
    ...all('.chart .tick').filter((tick) => sizeOf(tick) < ${labelLeast} - 0.01)
      .map((tick) => 'the label ' + tick.textContent + ' has letters of ' + sizeOf(tick) + ' pixels'),
    ...all('.chart').filter((chart) => box(chart).bottom - box(chart.querySelector('svg')).bottom > 8)
      .map(() => 'there is nothing below a chart'),
    ...all('.chart').filter((chart) => box(chart).width - box(chart.querySelector('svg')).width > 1)
      .map(() => 'a chart is narrower than its card'),
  ];
})()`;
/** How far the account reaches below a screen that is 800 pixels high. */
const accountBelow = `document.querySelector('.user').getBoundingClientRect().bottom - innerHeight`;
/** How far below the first screen a page of a list has its first row. */
const firstRowBelow = `document.querySelector('.columns') ? 0 :
  (document.querySelector('#rows tbody tr')?.getBoundingClientRect().bottom ?? 0) - innerHeight`;

describe('every page of the console', () => {
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let furniture: Furniture;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    furniture = await furnish(world);
    visitor = await world.visitor();
  });

  after(() => world?.close());

  it('is usable before signing in', async () => {
    const { page } = visitor;
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.setViewportSize(narrow);
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.setViewportSize(wide);
    if (world) await signIn(page, world.credentials.console);
  });

  it('has nothing that axe finds, nothing that the browser complains of, and fits into 380 pixels', async () => {
    const { page, context, complaints } = visitor;
    const paths = pagesOf(furniture);
    const half = Math.ceil(paths.length / 2);
    const second = await context.newPage();
    const findings = await Promise.all([findingsOf(page, paths.slice(0, half)), findingsOf(second, paths.slice(half))]);
    expect(findings.flat().join('\n')).to.equal('');
    expect(complaints).to.deep.equal([]);
  });

  it('fits with the longest ids and names at 380, 800 and 1280 pixels, and breaks nothing into towers', async function () {
    if (!world) return;
    this.timeout(240_000);
    const { page, context } = visitor;
    const paths = await lengthen(world);
    const half = Math.ceil(paths.length / 2);
    const second = await context.newPage();
    const found = await Promise.all([misfitsOf(page, paths.slice(0, half)), misfitsOf(second, paths.slice(half))]);
    await second.close();
    expect(found.flat().join('\n')).to.equal('');
  });

  it('keeps the account in sight on a screen that is 800 pixels high', async () => {
    const { page } = visitor;
    await page.setViewportSize(wide);
    await page.goto('/console/test/overview');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.evaluate<number>(accountBelow)).to.be.at.most(0);
    for (const name of ['Account', 'Guides', 'API reference', 'Event catalogue'])
      expect(await page.getByRole('link', { name, exact: true }).isVisible(), name).to.equal(true);
  });

  it('replays all that failed for one reason, once it has shown how many and which', async () => {
    const { page } = visitor;
    await page.setViewportSize(wide);
    await page.goto('/console/test/operations');
    await page.getByRole('button', { name: 'Replay 1…' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 match.').waitFor();
    await dialog.getByRole('listitem').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByLabel('Reason').fill('the night is over');
    await dialog.getByRole('button', { name: 'Replay 1' }).click();
    await page.getByText('matched 1 · replayed 1 · skipped 0').waitFor();
  });

  it('breaks a long address and a long name where the page ends', async () => {
    if (!world) return;
    const { page } = visitor;
    const long = 'a'.repeat(200);
    const endpoint = { url: `${world.receiver.url}/${long}`, event_types: ['*'], description: long };
    await world.client.expecting(201, 'POST', '/v1/webhook-endpoints', endpoint);
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport);
      await page.goto('/console/test/webhook-endpoints');
      await page.locator('.table').getByText(long).first().waitFor();
      await page.locator('.table strong').getByText('…').first().waitFor();
      expect(await page.evaluate<number>(pixelsTooWide)).to.be.at.most(0);
    }
  });

  it('does not look as if it still loaded when the overview failed', async () => {
    const { page } = visitor;
    const body = JSON.stringify({ success: false, code: 'INTERNAL_ERROR', message: 'a defect' });
    await page.route('**/overview', (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ status: 500, body }),
    );
    await page.goto('/console/test/overview');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.locator('.skeleton').count()).to.equal(0);
    await page.unroute('**/overview');
  });

  it('says of an answer that is late, on the page and in a dialog, how long it is waited for', async () => {
    const { page } = visitor;
    const words = 'This takes longer than usual. The page waits 60 s for an answer.';
    await page.clock.install();
    await page.route('**/accounting/test/budgets?*', () => {});
    await page.goto('/console/test/budgets');
    await page.clock.fastForward(5_000);
    await page.getByRole('status').getByText(words).waitFor();
    await page.goto('/console/api-keys?create=test');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('late');
    await page.route('**/accounting/api-keys', () => {});
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.locator('[type=submit]').click();
    await sent;
    await page.clock.fastForward(5_000);
    await dialog.getByText(words).waitFor();
    await page.unrouteAll();
  });
});

/** Opens each page once and looks at it at each width. */
async function misfitsOf(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.locator('.shell h1').first().waitFor();
    await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
    for (const viewport of [wide, middle, narrow]) {
      await page.setViewportSize(viewport);
      const found = await page.evaluate<readonly string[]>(faults);
      findings.push(...found.map((one) => `${path} at ${viewport.width}: ${one}`));
    }
  }
  return findings;
}

async function findingsOf(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const findings: string[] = [];
  const note = (where: string, found: readonly string[]) => findings.push(...found.map((one) => `${where}: ${one}`));
  for (const [nth, path] of paths.entries()) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(wide);
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
    const shift = await layoutShift(page);
    if (shift > 0.1) findings.push(`${path}: what is shown moves while it loads (${shift})`);
    const isWideTurn = nth % 2 === 0;
    if (isLong || isWideTurn) note(path, await axeFindings(page));
    if ((await page.evaluate<number>(widerTables)) > 0) findings.push(`${path}: a table is wider than its card`);
    note(path, await page.evaluate<readonly string[]>(faults));
    await page.emulateMedia({ colorScheme: 'dark' });
    // What only wide pages show, such as the navigation, is on each of them.
    if (isLong || nth % 12 === 1) note(`${path} dark`, await axeFindings(page, ['color-contrast']));
    await page.setViewportSize(narrow);
    if (isLong || !isWideTurn) note(`${path} dark and narrow`, await axeFindings(page));
    note(`${path} narrow`, await page.evaluate<readonly string[]>(faults));
    const below = await page.evaluate<number>(firstRowBelow);
    if (below > 0) findings.push(`${path} narrow: the first row is ${below} pixels below the first screen`);
  }
  return findings;
}

const shiftSum = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;

/** Returns the page's cumulative layout shift since it was opened; up to 0.1 counts as good. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(shiftSum);
}
