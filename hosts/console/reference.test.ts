// The pages of /docs in a browser that can reach only the host.
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, type Visitor } from './testing/console-world.ts';

const narrow = { width: 380, height: 800 };
const prefix = '/books';
/** Swagger UI's own faults: links inside buttons, unordered headings, a header outside of <main>. */
const ofSwaggerUi = new RegExp(
  [
    '^nested-interactive: <button aria-expanded="\\w+" class="opblock-summary-control">',
    '^heading-order: <h3 class="opblock-tag"',
    '^region: <div( class="information-container wrapper"|><div class="(filter-container|auth-wrapper))',
  ].join('|'),
);

describe('the reference', () => {
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let proxy: Server;
  /** Requests to other hosts. */
  const strays: string[] = [];
  let origins: readonly string[];

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    visitor = await world.visitor();
    // Swagger UI reads the whole document before it shows anything, while other tests use the CPU.
    visitor.page.setDefaultTimeout(60_000);
    proxy = await belowPrefix(world.credentials.base_url);
    origins = [new URL(world.credentials.base_url).origin, originOf(proxy)];
    await visitor.context.route('**/*', (route) => {
      const url = route.request().url();
      if (origins.includes(new URL(url).origin)) return route.continue();
      strays.push(url);
      return route.abort();
    });
  });

  after(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await world?.close();
  });

  afterEach(() => {
    expect(strays).to.deep.equal([]);
    expect(visitor.complaints).to.deep.equal([]);
  });

  it('shows every operation of the document and tries one with a key, which nothing keeps', async () => {
    const { page } = visitor;
    await page.goto('/docs/api');
    await shown(page);
    const { paths } = (await (await page.request.get('/v1/openapi.json')).json()) as { paths: Record<string, object> };
    const operations = Object.values(paths).flatMap((one) => Object.keys(one));
    expect(await everyOperation(page)).to.equal(operations.length);
    await expectUsable(page);

    const key = world?.credentials.api_keys.test ?? '';
    await authorize(page, key);
    expect(await tryProviders(page, '/v1/connections')).to.deep.include({ status: '200' });
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).not.to.contain(key);
    // The address names the operation by now, and would open it.
    await page.goto('/docs/events');
    await page.goto('/docs/api');
    await shown(page);
    expect(await tryProviders(page, '/v1/connections')).to.deep.include({ status: '401' });
  });

  it('shows a sample of every event', async () => {
    const { page } = visitor;
    await page.goto('/docs/events#invoice.paid');
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    const document = (await (await page.request.get('/v1/openapi.json')).json()) as {
      webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>;
    };
    expect(Object.keys(document.webhooks)).to.include('invoice.paid');
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const sample = await page
        .getByRole('region', { name: `Sample of ${type}` })
        .locator('pre')
        .innerText();
      expect(JSON.parse(sample), type).to.deep.equal(post.requestBody.content['application/json'].example);
    }
    const sought = page.getByRole('region', { name: 'invoice.paid', exact: true });
    expect(await sought.evaluate((part) => Math.abs(part.getBoundingClientRect().top) < 20)).to.equal(true);
    await expectUsable(page);
  });

  it('has guides whose code the keyboard scrolls, and a search in them', async () => {
    const { page } = visitor;
    for (const guide of ['', '/quick-start', '/errors', '/console']) {
      await page.goto(`/docs${guide}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectUsable(page);
      await page.setViewportSize(narrow);
      expect((await axeFindings(page)).join('\n')).to.equal('');
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await page.reload();
    expect(read).not.to.include('/docs/search.json');
    await page.keyboard.press('/');
    await page.keyboard.type('dead letter replay');
    const found = page.locator('.guide-found');
    await found.getByRole('link').first().waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.keyboard.press('ArrowDown');
    const place = await found.locator('a:focus').getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(String(place));
    await page.getByLabel('Search the guides').fill('no such words anywhere xyzzy');
    await found.getByText('Nothing found.').waitFor();
    expect(read.filter((path) => path === '/docs/search.json').length).to.be.at.most(2);
  });

  it('works below a prefix, with the requests that it tries', async () => {
    const { page } = visitor;
    await page.goto(`${originOf(proxy)}${prefix}/docs/events`);
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await shown(page);
    expect(new URL(page.url()).pathname).to.equal(`${prefix}/docs/api`);
    await authorize(page, world?.credentials.api_keys.test ?? '');
    expect(await tryProviders(page, '/v1/connections')).to.deep.equal({
      status: '200',
      url: `${originOf(proxy)}${prefix}/v1/connections`,
    });
  });
});

/** Swagger UI gets its dark class after the browser has reported the change, and fades to some colours. */
const dark = `new Promise((resolve) => {
  const isDark = () =>
    (!document.querySelector('.swagger-ui') || document.documentElement.classList.contains('dark-mode')) &&
    document.getAnimations().length === 0;
  const look = () => (isDark() ? resolve() : requestAnimationFrame(look));
  look();
})`;

/** Checks a page like the console's pages: light, dark, and 380 pixels wide. */
async function expectUsable(page: Page): Promise<void> {
  const findings = (await axeFindings(page)).filter((one) => !ofSwaggerUi.test(one));
  expect(findings.join('\n')).to.equal('');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(dark);
  expect((await axeFindings(page, ['color-contrast'])).join('\n')).to.equal('');
  await page.emulateMedia({ colorScheme: 'light' });
  const wide = page.viewportSize() ?? narrow;
  await page.setViewportSize(narrow);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
  await page.setViewportSize(wide);
}

async function shown(page: Page): Promise<void> {
  await page.locator('.opblock').first().waitFor();
}

/** Scrolls half a screen down; false at the end of the page. */
function scrolled(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    `new Promise((done) => {
      const before = scrollY;
      scrollBy(0, innerHeight / 2);
      requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY !== before)));
    })`,
  );
}

/** Looks at the page screen by screen, from its top, because Swagger UI renders only what is seen of a long document. */
async function eachScreen(page: Page, look: () => Promise<boolean>): Promise<void> {
  await page.evaluate('scrollTo(0, 0)');
  for (let screens = 0; screens < 200; screens++) {
    if ((await look()) || !(await scrolled(page))) return;
  }
  throw new Error('the page does not end');
}

async function everyOperation(page: Page): Promise<number> {
  const met = new Set<string>();
  await eachScreen(page, async () => {
    for (const id of await page.locator('.opblock').evaluateAll((all) => all.map((one) => one.id))) met.add(id);
    return false;
  });
  await page.evaluate('scrollTo(0, 0)');
  return met.size;
}

async function authorize(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input').fill(key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
}

/** Returns what the page shows of the answer, and the URL that it called. */
async function tryProviders(page: Page, path: string): Promise<{ status: string; url: string }> {
  const operation = page.locator('.opblock-get').filter({ has: page.locator(`[data-path="${path}"]`) });
  // Of a filtered document all is rendered.
  await page.locator('.operation-filter-input').fill('Connections');
  await page.locator('[data-path="/v1/providers"]').waitFor({ state: 'detached' });
  if (!(await operation.getByRole('button', { name: 'Try it out' }).isVisible()))
    await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const asked = page.waitForRequest((request) => request.url().includes(path));
  await operation.getByRole('button', { name: 'Execute' }).click();
  const url = new URL((await asked).url());
  const status = await operation.locator('.live-responses-table .response-col_status').last().innerText();
  return { status: status.trim().slice(0, 3), url: url.origin + url.pathname };
}

/** Serves the host below a prefix, as an application may. */
async function belowPrefix(host: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request;
    const answer = await fetch(host + url.replace(prefix, ''), {
      method,
      headers: headers['authorization'] === undefined ? {} : { authorization: headers['authorization'] },
    });
    const type = answer.headers.get('content-type') ?? '';
    const policy = answer.headers.get('content-security-policy') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type, 'Content-Security-Policy': policy });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
