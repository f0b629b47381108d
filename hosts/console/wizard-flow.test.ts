// From nothing to a verified provider app, as a person does it: the provider's own pages, reloads and steps back.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';
import { Hand, promised } from './testing/hand.ts';

const clientId = 'client-of-the-wizard';
const secret = 'top-secret-of-the-wizard';
const key = 'webhook-key-of-the-wizard';

describe('the console in a browser: setting up a provider app', () => {
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let app: string;
  /** Makes the way without detours. */
  const hand = new Hand(() => page);

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    visitor = await world.visitor();
    page = visitor.page;
    await page.goto('/console/test/overview');
    await signIn(page, world.credentials.console);
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const step = (name: string) => page.locator('[aria-current=step]').filter({ hasText: name }).waitFor();
  const check = (name: string, status: string) => page.locator(`[data-check=${name}][data-status=${status}]`).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  /** Checks that the step survives a reload and that axe finds nothing on it: light, dark and narrow. */
  const stands = async (name: string) => {
    await step(name);
    const found = [...(await axeFindings(page))];
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 380, height: 800 });
    found.push(...(await axeFindings(page, ['color-contrast', 'target-size'])));
    expect(found, name).to.deep.equal([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).to.be.at.most(380);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await step(name);
  };

  it('begins a draft with a name, which going back does not begin again', async () => {
    await hand.follow('Provider apps');
    await hand.follow('Set up an app');
    await stands('Name');
    await fill({ Name: 'Our books' });
    await hand.press('Begin');
    await step('Register');
    app = /provider-apps\/(app_\w+)/.exec(page.url())?.[1] ?? '';
    await page.goBack();
    await page.getByRole('heading', { name: 'Provider apps', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Our books' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Our books' }).count()).to.equal(1);
    await page.goForward();
    await stands('Register');
  });

  it('shows the exact addresses to register', async () => {
    const { sandbox, credentials } = here();
    const redirect = `${credentials.base_url}/oauth/ledger/callback`;
    const webhook = `${credentials.base_url}/webhooks/ledger/${app}`;
    await page.getByText(redirect, { exact: true }).waitFor();
    await page.getByText(webhook, { exact: true }).waitFor();
    await sandbox.control('POST', 'apps', {
      ...{ client_id: clientId, client_secret: secret, redirect_uris: [redirect] },
      ...{ webhook_url: webhook, webhook_key: key, name: 'Harbour Books' },
    });
    await hand.follow('I have registered them');
    await stands('Credentials');
  });

  it('finds a mistyped secret at once, says what to do, and takes the right one alone', async () => {
    await fill({ 'Client ID': clientId, 'Client secret': 'mistyped', 'Webhook signing key': key });
    await press('Save and check');
    await check('credentials', 'failed');
    await page.getByText('Copy both again').waitFor();
    await page.goto('/console/test/provider-apps');
    await page.getByText('Client ID and secret failed').waitFor();
    await page.getByRole('link', { name: 'Our books' }).click();
    await stands('Credentials');
    await fill({ 'Client secret': secret });
    await hand.press('Save and check');
    await stands('Consent');
    expect(await page.content()).not.to.include(secret);
  });

  it('goes back a step and forward again by the browser, and resumes where it is due', async () => {
    await page.goBack();
    await step('Credentials');
    await page.goForward();
    await step('Consent');
    await page.goto(`/console/live/provider-apps/${app}`);
    await step('Consent');
    expect(page.url()).to.include(`/test/provider-apps/${app}`);
  });

  it('takes a refused consent in words, and the next one for what it is', async () => {
    const refused = await consent('Cancel', (opens) => opens.click());
    await refused.getByRole('heading', { name: 'The consent is not complete' }).waitFor();
    await refused.close();
    await page.getByText('Access was not allowed at the provider').waitFor();
    const given = await consent('Allow access', (opens) => hand.click(opens));
    await given.getByRole('heading', { name: 'The consent has arrived' }).waitFor();
    expect(await axeFindings(given)).to.deep.equal([]);
    await given.getByRole('link', { name: 'Back to the console' }).click();
    await given.getByRole('heading', { name: 'Our books' }).waitFor();
    expect(given.url()).to.include('/test/provider-apps/');
    await given.close();
    await check('scopes', 'passed');
    await hand.follow('Go on');
    expect(hand.told).to.equal(promised().get("Set up the provider's app and know that it works"));
    await stands('Verify');
  });

  async function consent(button: string, click: (opens: Locator) => Promise<void>): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await click(page.getByRole('button', { name: /^(Open the consent|Consent again)$/ }));
    const tab = await opened;
    await tab.getByRole('heading', { name: 'Harbour Books asks for access' }).waitFor();
    await tab.getByRole('button', { name: button }).click();
    return tab;
  }

  it('sees the webhook check arrive by itself, and is verified', async () => {
    await check('webhook', 'waiting');
    await here().sandbox.control('POST', 'intent-to-receive', { client_id: clientId });
    await page.getByText('Done: everything has passed.').waitFor();
    await page.getByText('Verified', { exact: true }).waitFor();
    for (const name of ['credentials', 'oauth', 'scopes', 'webhook']) await check(name, 'passed');
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('replaces one credential alone, stays verified, becomes the default, and takes another name and limit', async () => {
    await here().sandbox.control('POST', 'apps', { client_id: clientId, client_secret: 'the second secret' });
    await page.getByRole('button', { name: 'Replace the client secret' }).click();
    await fill({ 'New client secret': 'the second secret' });
    await press('Replace');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await check('credentials', 'passed');
    await page.getByText('Verified', { exact: true }).waitFor();
    await press('Make default…');
    await press('Make default');
    await page.getByText('New connections use it').waitFor();
    await page.getByText('What the provider allows').waitFor();
    for (const [typed, shown] of [
      ['1000', '1,000'],
      ['', 'What the provider allows'],
    ] as const) {
      await press('Edit…');
      await fill({ Name: 'Our renamed books', 'Calls a day for each organization': typed });
      await press('Save');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByText(shown, { exact: true }).waitFor();
    }
    await press('Edit…');
    await fill({ 'Calls a day for each organization': '0' });
    await press('Save');
    await page.getByText('must be a whole number from 1 to 1,000,000, or null').waitFor();
    await press('Cancel');
    await page.getByRole('heading', { name: 'Our renamed books' }).waitFor();
    expect(visitor.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});
