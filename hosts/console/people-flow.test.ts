// Keys, people and sessions: what an owner creates, what a viewer cannot see, and what the end of a session does.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';

const viewer = { email: 'viewer@example.com', password: 'a sentence of my own' };

describe('the console in a browser: keys, people, sessions', () => {
  let world: ConsoleWorld | undefined;
  let owner: Visitor;
  let page: Page;
  let theirs: Page;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    owner = await world.visitor();
    page = owner.page;
    await page.goto('/console/api-keys');
    await signIn(page, world.credentials.console);
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
  const menu = (name: string, on = page) =>
    on.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name, exact: true });
  const kept = async (on = page) => {
    const secret = (await on.locator('[data-secret]').textContent()) ?? '';
    await button('I have saved it', on).click();
    return secret;
  };

  it('makes a key whose secret is shown once and opens the API, and revokes it', async () => {
    await page.getByRole('link', { name: 'Create a test key' }).click();
    await page.getByLabel('Name').fill('billing server');
    await button('Create key').click();
    await page.getByText(/^curl http.*Bearer acct_test_/).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    const secret = await kept();
    const call = () =>
      fetch(`${here().credentials.base_url}/v1/connections`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await call()).status).to.equal(200);
    await page.reload();
    await page.getByText('billing server').waitFor();
    expect(await page.content()).not.to.include(secret);
    await page.getByRole('row', { name: /billing server.*(just now|\d+ s ago)/ }).waitFor();
    await button('Revoke billing server, test').click();
    expect(await button('Revoke key').isDisabled()).to.equal(true);
    await page.getByLabel(/^Type .* to confirm$/).fill(secret.slice(-4));
    await button('Revoke key').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await call()).status).to.equal(401);
    await button('Show 1 ended').click();
    await page.getByText('Revoked', { exact: true }).waitFor();
  });

  it('makes a key that may only read one customer’s books until it expires, and rolls it', async () => {
    const call = async (secret: string, method = 'GET') => {
      const init = { method, headers: { authorization: `Bearer ${secret}` } };
      return (await fetch(`${here().credentials.base_url}/v1/events`, init)).status;
    };
    await page.goto('/console/api-keys?create=test');
    await page.getByLabel('Name').fill('report');
    for (const scope of [/^Write/, /^Automate/, /^Administer/]) await page.getByLabel(scope).uncheck();
    await page.getByLabel('Expires').selectOption('In 90 days');
    await page.getByLabel('Only for these connections', { exact: true }).fill('conn_unknown');
    await page.getByText('No other connection is found.').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await button('Create key').click();
    const old = await kept();
    await page.getByRole('row', { name: /report.*Only read/ }).waitFor();
    await button('Roll report, test').click();
    expect(await axeFindings(page)).to.deep.equal([]);
    await button('Roll key').click();
    const next = await kept();
    expect([await call(old), await call(next), next === old]).to.deep.equal([200, 200, false]);
    await page.getByRole('row', { name: /report.*in 2[34] h/ }).waitFor();
    await button('Roll report, test').first().click();
    await page.getByLabel('The old key ends').selectOption('At once');
    await button('Roll key').click();
    await kept();
    await button(/^Show \d ended$/).click();
    await page.getByText('Expired', { exact: true }).waitFor();
    expect(await call(next)).to.equal(401);
  });

  it('adds a viewer, who chooses a password before seeing anything', async () => {
    await menu('Members').click();
    await page.getByRole('link', { name: 'Add a member' }).click();
    await page.getByLabel('E-mail address').fill(viewer.email);
    await page.getByLabel('They get').selectOption('A temporary password');
    await button('Add member').click();
    const temporary = await kept();
    theirs = (await here().visitor()).page;
    await theirs.goto('/console/test/webhook-endpoints');
    await theirs.getByLabel('E-mail address').fill(viewer.email);
    await theirs.getByLabel('Password').fill(temporary);
    await button('Sign in', theirs).click();
    await theirs.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await theirs.getByLabel('Current password').fill(temporary);
    await theirs.getByLabel('New password').fill(viewer.password);
    await button('Change password', theirs).click();
    await theirs.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
  });

  it('shows a viewer no button that changes anything, and the API refuses it all the same', async () => {
    const changing = /^(Add|Create|Set up|Connect an|Revoke|Remove|Role|Password|Make default|Edit|Replace|Check now)/;
    for (const path of ['test/webhook-endpoints', 'test/connections', 'test/provider-apps', 'api-keys', 'members']) {
      await theirs.goto(`/console/${path}`);
      await theirs.locator('table, .empty').first().waitFor();
      await theirs.locator('.pending').first().waitFor({ state: 'detached' });
      const names = await theirs.locator('main').locator('a.button, button').allTextContents();
      expect(
        names.filter((name) => changing.test(name)),
        path,
      ).to.deep.equal([]);
    }
    const refused = await theirs.evaluate(async () => {
      const me = (await (await fetch('/accounting/session')).json()) as { data: { csrf_token: string } };
      const headers = { 'content-type': 'application/json', 'x-csrf-token': me.data.csrf_token };
      const body = JSON.stringify({ environment: 'test', name: 'mine' });
      return (await fetch('/accounting/api-keys', { method: 'POST', headers, body })).status;
    });
    expect(refused).to.equal(403);
  });

  it('gives a role that holds from the next page on, and keeps the last owner', async () => {
    await button('Change the role: viewer@example.com').click();
    await page.getByRole('radio', { name: /^Developer/ }).check();
    await button('Change role').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await theirs.goto('/console/api-keys');
    await theirs.getByRole('link', { name: 'Create a test key' }).waitFor();
    expect(await theirs.getByRole('link', { name: 'Create a live key' }).count()).to.equal(0);
    await button('Remove: owner@localhost').click();
    await page.getByLabel('Type owner@localhost to confirm').fill('owner@localhost');
    await button('Remove member').click();
    await page.getByRole('alert').getByText('This is the only owner').waitFor();
    await button('Cancel').click();
  });

  it('tells all of that in the audit log, by the names that people have', async () => {
    await menu('Audit log').click();
    for (const what of ['Changed a member’s role', 'Revoked an API key', 'Created an API key', 'Added a member']) {
      await page.getByRole('row').filter({ hasText: what }).filter({ hasText: 'owner@localhost' }).first().waitFor();
    }
    await page
      .getByRole('row')
      .filter({ hasText: 'Changed their own password' })
      .getByText(viewer.email)
      .first()
      .waitFor();
  });

  it('ends another session, whose next click asks to sign in and then goes on in place', async () => {
    const other = await here().visitor();
    await other.page.goto('/console/test/operations?state=failed');
    await signIn(other.page, here().credentials.console);
    await page.getByRole('link', { name: /^(Sessions|Account)$/ }).click();
    await page
      .getByRole('row')
      .filter({ hasNotText: 'This one' })
      .getByRole('button', { name: /^End the session/ })
      .click();
    await button('End session').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await menu('Events', other.page).click();
    const beside = await other.context.newPage();
    await beside.goto('/console/test/events');
    await other.page.getByText('Your session has ended').waitFor();
    await signIn(beside, here().credentials.console);
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    await other.page.getByRole('heading', { name: 'Events' }).waitFor();
    expect(other.page.url()).to.match(/\/org_\w+\/test\/events$/);
    await button('Sign out', beside).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(owner.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});
