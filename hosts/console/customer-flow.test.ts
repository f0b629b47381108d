// What a customer meets beside the application that sent them: a window of its own, and the page of the connection.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { until } from '../../contract-tests/testing/until.ts';
import { type Body, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';
import { type Application, application, approve, bookkeeping } from './testing/customers.ts';

/** How the main button begins in each language. */
const continueIn = [
  ['English', /^Continue to /],
  ['Français', /^Continuer vers /],
  ['Deutsch', /^Weiter zu /],
  ['Español', /^Continuar a /],
] as const;

describe('the console in a browser: customers beside an application', () => {
  let world: ConsoleWorld | undefined;
  let app: Application;
  let shown = '';

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    app = await application(() => shown);
  });

  after(async () => {
    app?.close();
    await world?.close();
  });

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };

  it('shows the brand that an owner gave the page, without a script', async () => {
    const { browser, credentials, client } = here();
    const { page, complaints } = await here().visitor();
    await page.goto('/console/connect-page');
    await signIn(page, credentials.console);
    await page.getByLabel('Display name').fill('Café <b>נמל</b>');
    await page.getByLabel('Colour').fill('#ffd400');
    await page.getByText('Black text stands on it with a contrast of 14.6 to 1').waitFor();
    const coloursOf = (of: Page, button: string) =>
      of.evaluate<string>(
        `(({ backgroundColor, color }) => backgroundColor + color)(getComputedStyle(document.querySelector('${button}')))`,
      );
    const yellow = 'rgb(255, 212, 0)rgb(0, 0, 0)';
    const preview = page.frameLocator('iframe.phone');
    const inFrame = async () => {
      const [frame] = page.frames().slice(1);
      const read =
        "(({ backgroundColor, color }) => backgroundColor + color)(getComputedStyle(document.querySelector('.button')))";
      return frame?.evaluate<string>(read).catch(() => '');
    };
    await until('the typed colour in the frame', async () => (await inFrame()) === yellow);
    for (const [language, continues] of continueIn) {
      await page.getByLabel('Language').selectOption(language);
      await preview.getByText(continues).waitFor();
      expect(await preview.locator('header').textContent()).to.equal('Café <b>נמל</b>');
      const frame = page.frames().at(-1);
      const widths = '[document.documentElement.clientWidth, document.documentElement.scrollWidth]';
      expect(await frame?.evaluate<readonly number[]>(widths)).to.deep.equal([378, 378]);
    }
    const buffer = PNG.sync.write(new PNG({ width: 64, height: 32, fill: true }));
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Connect page changed').waitFor();
    await preview.locator('header img').waitFor();
    const logoWidth = "document.querySelector('header img').naturalWidth";
    await until('the logo in the frame', async () => (await page.frames().at(-1)?.evaluate<number>(logoWidth)) === 64);
    const session = { provider: 'ledger', external_account_id: 'branded', redirect_uri: `${app.origin}/done` };
    const made = await client.expecting(201, 'POST', '/v1/connect-sessions', session);
    const customer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await customer.goto(textAt(made, 'data.connect_url'));
    expect(await customer.getByRole('banner').textContent()).to.equal('Café <b>נמל</b>');
    expect(await customer.evaluate<number>("document.querySelector('header img').naturalWidth")).to.equal(64);
    expect([await coloursOf(customer, 'a.button'), complaints]).to.deep.equal([yellow, []]);
    await page.getByLabel('Display name').fill('');
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
  });

  it('opens a window by a small script, which hears the end or says that it does not know it', async () => {
    const { credentials, client, sandbox } = here();
    const { page, context, complaints } = await here().visitor();
    const script = await page.request.get('/connect.js');
    expect((await script.body()).length).to.be.at.most(2000);
    expect(script.headers()).to.include({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    shown = `<script src="${credentials.base_url}/connect.js" crossorigin></script>
      <button onclick="LedgerportConnect.open(window.name).then((told) => { document.title = JSON.stringify(told) })">Connect</button>`;
    const linkFor = async (customer: string) => {
      const session = { provider: 'ledger', external_account_id: customer, redirect_uri: `${app.origin}/done` };
      return textAt(await client.expecting(201, 'POST', '/v1/connect-sessions', session), 'data.connect_url');
    };
    const opened = async (customer: string): Promise<Page> => {
      await page.goto(`${app.origin}/`);
      await page.evaluate(`window.name = ${JSON.stringify(await linkFor(customer))}`);
      const popup = context.waitForEvent('page');
      await page.getByRole('button', { name: 'Connect' }).click();
      return popup;
    };
    const told = async (): Promise<Body> => {
      await page.waitForFunction("document.title !== ''");
      return JSON.parse(await page.title()) as Body;
    };

    await bookkeeping(here(), 'Taken Tiles');
    await sandbox.control('POST', 'organisations', { name: 'Popup Plants', seed: 'small' });
    const popup = await opened('customer-popup');
    await popup.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(popup, 'Taken Tiles');
    await popup.getByRole('heading', { name: 'Already connected to another account' }).waitFor();
    await popup.getByRole('link', { name: 'Try again' }).click();
    await popup.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(popup, 'Popup Plants');
    const { status, connection_id } = await told();
    expect([status, popup.isClosed()]).to.deep.equal(['connected', true]);
    expect(connection_id).to.match(/^conn_/);

    // A provider that cuts the opener off.
    await context.route(`${sandbox.url}/identity/connect/authorize*`, async (route) => {
      // The answer to the form redirects, and leads back to the service's own address.
      if (route.request().method() === 'POST') return route.continue();
      const response = await route.fetch();
      const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
      await route.fulfill({ response, headers });
    });
    const cut = await opened('customer-cut');
    await cut.getByRole('link', { name: 'Continue to Xero' }).click();
    expect(await told()).to.deep.equal({ status: 'unknown' });
    await cut.getByRole('button', { name: 'Cancel' }).click();
    await cut.waitForURL(`${app.origin}/done?status=cancelled**`);
    expect(complaints).to.deep.equal([]);

    // Where the browser opens no window.
    const blocked = await linkFor('customer-blocked');
    await page.goto(`${app.origin}/`);
    await page.evaluate(`window.name = ${JSON.stringify(blocked)}; window.open = () => null`);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(blocked);
  });

  const portalOf = async (connection_id: string): Promise<string> => {
    const asked = { connection_id, return_url: `${app.origin}/settings` };
    return textAt(await here().client.expecting(201, 'POST', '/v1/portal-sessions', asked), 'data.url');
  };
  const statusOf = async (id: string) =>
    textAt(await here().client.expecting(200, 'GET', `/v1/connections/${id}`), 'data.status');

  it('reconnects on the page of the connection, and comes back to it', async () => {
    const { client, sandbox } = here();
    const { id, tenantId } = await bookkeeping(here(), 'Lost Lumber');
    await sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    await client.expecting(409, 'POST', `/v1/connections/${id}/contacts`, { name: 'Ann' });
    const { page, complaints } = await here().visitor();
    await page.goto(await portalOf(id));
    await page.getByText('Development has lost its access to Lost Lumber').waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(page, 'Lost Lumber');
    await page.getByText('You are connected').waitFor();
    await page.getByText('Development has access to Lost Lumber').waitFor();
    expect([await statusOf(id), complaints]).to.deep.equal(['active', []]);
    await page.getByRole('link', { name: 'Back to Development' }).click();
    await page.waitForURL(`${app.origin}/settings`);
  });

  it('ends the access in a frame of the application, without script or cookie; no other origin frames it', async () => {
    const { id } = await bookkeeping(here(), 'Framed Florist');
    const url = await portalOf(id);
    shown = `<iframe src="${url}" width="600" height="700" title="Your connection"></iframe>`;
    const context = await here().browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    await page.goto(app.origin.replace('localhost', '127.0.0.1'));
    await page.locator('iframe').waitFor();
    expect(page.frames()[1]?.url()).to.match(/^chrome-error:/);

    await page.goto(app.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Development has access to Framed Florist').waitFor();
    const tab = context.waitForEvent('page');
    await frame.getByRole('button', { name: 'Renew access' }).click();
    await (await tab).getByRole('link', { name: 'Continue to Xero' }).waitFor();
    await frame.getByRole('link', { name: 'End access…' }).click();
    await frame.getByText('Ledgerport deletes its copy of your records within minutes.').waitFor();
    expect(await statusOf(id)).to.equal('active');
    await frame.getByRole('button', { name: 'End access now' }).click();
    await frame.getByText('The access has ended').waitFor();
    expect(await statusOf(id)).to.equal('disconnected');
    // The page itself sets no cookie. These two come from the connect flow in the tab and from its way back.
    const cookies = (await context.cookies()).map(({ name }) => name.split('_')[1]);
    expect(cookies.sort()).to.deep.equal(['connect', 'portal']);
    await context.close();
  });
});
