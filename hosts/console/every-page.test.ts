// axe checks every page: wide and narrow, light and dark.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';
import { type Furniture, furnish, pagesOf } from './testing/furniture.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 380, height: 800 };
const pixelsTooWide = 'document.documentElement.scrollWidth - innerWidth';
const widerTables = `[...document.querySelectorAll('.table-box')].filter((box) => box.scrollWidth > box.clientWidth).length`;
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

async function findingsOf(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const findings: string[] = [];
  const note = (where: string, found: readonly string[]) => findings.push(...found.map((one) => `${where}: ${one}`));
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(wide);
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton, .pending').first().waitFor({ state: 'detached' });
    const shift = await layoutShift(page);
    if (shift > 0.1) findings.push(`${path}: what is shown moves while it loads (${shift})`);
    note(path, await axeFindings(page));
    if ((await page.evaluate<number>(widerTables)) > 0) findings.push(`${path}: a table is wider than its card`);
    await page.emulateMedia({ colorScheme: 'dark' });
    note(`${path} dark`, await axeFindings(page, ['color-contrast']));
    await page.setViewportSize(narrow);
    note(`${path} narrow`, await axeFindings(page, ['region', 'scrollable-region-focusable', 'target-size']));
    const overflow = await page.evaluate<number>(pixelsTooWide);
    if (overflow > 0) findings.push(`${path} narrow: ${overflow} pixels too wide`);
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
