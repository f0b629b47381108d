// A customer's way through the hosted pages without scripts, and what the console then shows: connections and usage.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { at, type Body, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';
import { approve, bookkeeping } from './testing/customers.ts';

describe('the console in a browser: connecting and usage', () => {
  let world: ConsoleWorld | undefined;
  let owner: Visitor;
  let page: Page;
  let customer: Page;

  before(async function () {
    world = await openConsole({ TRYTON_ALLOWED_HOSTS: '127.0.0.1' });
    if (!world) return leaveOut(this, whyNoBrowser());
    const { browser, sandbox } = world;
    await sandbox.control('POST', 'organisations', { name: 'Riverside Plumbing', seed: 'small' });
    owner = await world.visitor();
    page = owner.page;
    await page.goto('/console/test/connections');
    await signIn(page, world.credentials.console);
    const context = await browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(10_000);
    customer = await context.newPage();
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };

  /** Makes the link for a customer, as a member. */
  async function linkFor(name: string, provider = 'ledger'): Promise<string> {
    await page.goto('/console/test/connections?connect=1');
    await page.getByLabel('Accounting provider').selectOption(provider);
    await page.getByLabel('Customer', { exact: true }).fill(name);
    await page.getByLabel('Name of their account').fill(name);
    await page.getByRole('button', { name: 'Make the link' }).click();
    return (await page.locator('.secret code').textContent()) ?? '';
  }

  /** Makes a connection whose customer has withdrawn access, and the console's link to reconnect it. */
  async function broken(name: string) {
    const { client, sandbox } = here();
    const { id, tenantId } = await bookkeeping(here(), name);
    const path = `/v1/connections/${id}`;
    await sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    await client.expecting(409, 'POST', `${path}/provider-actions/organization.get_deep_link`, {
      provider_id: tenantId,
    });
    await page.goto(`/console/test/connections/${id}`);
    await page.getByRole('button', { name: 'Reconnect link' }).click();
    const made = page.waitForResponse((response) => response.url().endsWith('/connect-sessions'));
    await page.getByRole('button', { name: 'Make the link' }).click();
    const session = textAt(await (await made).json(), 'data.connect_session_id');
    const list = `/v1/connections?external_account_id=${encodeURIComponent(`books of ${name}`)}`;
    return {
      id,
      link: (await page.locator('.secret code').textContent()) ?? '',
      connection: async () => (await client.expecting(200, 'GET', path))['data'] as Body,
      count: async () => at(await client.expecting(200, 'GET', list), 'meta.total'),
      told: async () => {
        const { status, connection_id, error } = (
          await client.expecting(200, 'GET', `/v1/connect-sessions/${session}`)
        )['data'] as Body;
        return [status, connection_id ?? error];
      },
    };
  }

  it('shows how each family was walked, and changes what is followed, or says what is wrong with it', async () => {
    const { client } = here();
    const { id } = await bookkeeping(here(), 'followed');
    const followed = async () => at(await client.expecting(200, 'GET', `/v1/connections/${id}`), 'data.follow');
    await page.goto(`/console/test/connections/${id}`);
    await page.getByRole('heading', { name: 'Followed families' }).waitFor();
    expect(await page.getByText(/Walked every 60 minutes: \d+ calls a day/).count()).to.equal(1);
    await page.getByRole('button', { name: 'Change what is followed' }).click();
    expect(await axeFindings(page)).to.deep.equal([]);
    for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('dialog').getByLabel('Quotes').check();
    await page.getByLabel('Minutes between two walks').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be 0, which is off, or 5 to 1440').waitFor();
    // The browser tells of the refusal, too.
    expect((owner.complaints as string[]).splice(0)).to.have.length(1);
    await page.getByLabel('Minutes between two walks').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Walked every 30 minutes: 48 calls a day').waitFor();
    expect(await followed()).to.deep.equal({ families: ['quotes'], minutes: 30, calls_a_day: 48 });
    expect(await page.getByText('Not followed').count()).to.be.greaterThan(0);
  });

  it('asks in words, and takes no for an answer on its own page', async () => {
    await customer.goto(await linkFor('customer-no'));
    await customer.getByRole('heading', { name: 'Development asks to connect to your Xero' }).waitFor();
    await customer.getByText('customer-no').waitFor();
    await customer.getByRole('button', { name: 'Cancel' }).click();
    await customer.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
    expect([new URL(customer.url()).origin, await customer.getByRole('textbox').count()]).to.deep.equal([
      new URL(page.url()).origin,
      0,
    ]);
  });

  it('asks by a form where the provider has no consent page, by keyboard alone, and keeps what was typed', async () => {
    await customer.goto(await linkFor('customer-form', 'tryton'));
    await customer.getByRole('heading', { name: 'Development asks to connect to your Tryton' }).waitFor();
    const typed = ['http://127.0.0.1:9', 'books', 'ledgerport', 'my password'];
    for (const text of typed) {
      await customer.keyboard.press('Tab');
      await customer.keyboard.type(text);
    }
    await customer.keyboard.press('Enter');
    const address = customer.getByLabel('Server address');
    const problem = customer.getByRole('alert');
    await problem.waitFor();
    expect(await problem.textContent()).to.match(/^The port 9 belongs to another protocol/);
    expect(await address.getAttribute('aria-describedby')).to.equal(await problem.getAttribute('id'));
    const boxes = await customer.getByRole('textbox').all();
    const kept = await Promise.all(boxes.map((box) => box.inputValue()));
    expect(kept).to.deep.equal([...typed.slice(0, 3), '']);
    const { page: person } = await here().visitor();
    await person.goto(customer.url());
    expect(await axeFindings(person)).to.deep.equal([]);
  });

  it('lets one of two organizations be chosen, also after going back and reloading', async () => {
    await customer.goto(await linkFor('customer-yes'));
    await customer.reload();
    await customer.getByRole('link', { name: 'Continue to Xero' }).click();
    await customer.goBack();
    await customer.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(customer, 'Harbour Tools Ltd', 'Riverside Plumbing');
    await customer.getByRole('heading', { name: 'Which organization should Development connect to?' }).waitFor();
    expect(await customer.getByRole('radio', { name: 'Harbour Tools Ltd' }).isDisabled()).to.equal(false);
    await customer.getByRole('radio', { name: 'Riverside Plumbing' }).check();
    await customer.getByRole('button', { name: 'Connect this organization' }).click();
    await customer.getByRole('heading', { name: 'You are connected' }).waitFor();
    await page.goto('/console/test/connections?q=customer-yes');
    await page.getByRole('link', { name: 'Riverside Plumbing' }).waitFor();
    expect(await page.getByText('customer-no').count()).to.equal(0);
  });

  it('reconnects for a customer without an account, who ends on a page of ours, and the member’s dialog says so', async () => {
    const { link, told, connection, count, id } = await broken('Marlow Bakery');
    expect([await told(), (await connection())['status']]).to.deep.equal([['open', undefined], 'action_required']);
    const { page: person, complaints } = await here().visitor();
    await person.goto(link);
    await person.getByRole('heading', { name: 'Reconnect Marlow Bakery to Development' }).waitFor();
    await person.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(person, 'Marlow Bakery');
    await person.getByRole('heading', { name: 'You are connected' }).waitFor();
    await person.getByText('Development has access to Marlow Bakery at Xero again.').waitFor();
    expect(new URL(person.url()).pathname).to.equal('/oauth/ledger/callback');
    expect([await person.getByRole('textbox').count(), await axeFindings(person), complaints]).to.deep.equal([
      0,
      [],
      [],
    ]);
    await page.getByText('The customer has connected. The link is used up.').waitFor();
    // Sooner than an idle page polls.
    await page.getByText('Action required.', { exact: true }).waitFor({ state: 'detached', timeout: 10_000 });
    expect([await told(), await count()]).to.deep.equal([['connected', id], 1]);
    expect(await connection()).to.include({ status: 'active', health: 'ok' });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Customer’s page' }).click();
    await person.goto((await page.locator('.secret code').textContent()) ?? '');
    await person.getByRole('heading', { name: 'Your connection to Development' }).waitFor();
  });

  it('refuses another organization in words, changes nothing by it, and takes the right one afterwards', async () => {
    const { link, told, connection, count, id } = await broken('Quay Street Florist');
    const before = await connection();
    const { page: person, complaints } = await here().visitor();
    await person.goto(link);
    await person.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(person, 'Harbour Tools Ltd');
    await person.getByRole('heading', { name: 'That was another organization' }).waitFor();
    await person.getByText('This link connects Quay Street Florist again. You chose Harbour Tools Ltd.').waitFor();
    expect([await axeFindings(person), await told()]).to.deep.equal([[], ['open', 'wrong_organization']]);
    const { last_success_at: _, ...same } = before;
    expect(await connection()).to.deep.include(same);
    expect(await count()).to.equal(1);
    await person.getByRole('link', { name: 'Choose another' }).click();
    await approve(person, 'Quay Street Florist');
    await person.getByRole('heading', { name: 'You are connected' }).waitFor();
    expect([await told(), await count(), complaints]).to.deep.equal([['connected', id], 1, []]);
    expect(await connection()).to.include({ status: 'active', health: 'ok' });
  });

  it('tells the member of a reconnect link that was refused, or failed at the provider', async () => {
    const refused = await broken('Old Mill Cycles');
    await customer.goto(refused.link);
    await customer.getByRole('button', { name: 'Cancel' }).click();
    await customer.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
    await page.getByText('The customer said no. The link is used up.').waitFor();
    expect([await refused.told(), (await refused.connection())['status']]).to.deep.equal([
      ['cancelled', undefined],
      'action_required',
    ]);
    const failed = await broken('Fern Hill Dental');
    await customer.goto(failed.link);
    const consent = new URL(
      (await customer.getByRole('link', { name: 'Continue to Xero' }).getAttribute('href')) ?? '',
    );
    await customer.goto(
      `${consent.searchParams.get('redirect_uri')}?error=server_error&state=${consent.searchParams.get('state')}`,
    );
    await customer.getByRole('heading', { name: 'The provider did not confirm the approval' }).waitFor();
    await page.getByText('The last try failed: authorization failed. The link still works.').waitFor();
    expect(await failed.told()).to.deep.equal(['open', 'authorization_failed']);
    await customer.getByRole('link', { name: 'Try again' }).click();
    await customer.getByRole('link', { name: 'Continue to Xero' }).waitFor();
  });

  it('says on a page of its own why an organization is refused, and lets the person try again or go back', async () => {
    await bookkeeping(here(), 'Taken Timber');
    const late = { provider: 'xero', external_account_id: 'customer-late', redirect_uri: here().receiver.url };
    const made = await here().client.expecting(201, 'POST', '/v1/connect-sessions', late);
    await customer.goto(textAt(made, 'data.connect_url'));
    await customer.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(customer, 'Taken Timber');
    await customer.getByText('already connected to another account at Development').waitFor();
    await customer.getByRole('link', { name: 'Try again' }).click();
    await customer.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(customer, 'Taken Timber');
    await customer.getByRole('link', { name: 'Back to Development' }).click();
    await customer.waitForURL(/status=failed&.*error=duplicate_tenant_connection/);
  });

  it('marks what another customer has connected, and lets it not be chosen', async () => {
    await bookkeeping(here(), 'Elsewhere Electric');
    const { page: person, complaints } = await here().visitor();
    await person.goto(await linkFor('customer-marked'));
    await person.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(person, 'Elsewhere Electric', 'Harbour Tools Ltd');
    await person.getByText('Already connected to another account').first().waitFor();
    expect(await person.getByRole('radio', { name: 'Elsewhere Electric' }).isDisabled()).to.equal(true);
    expect([await axeFindings(person), complaints]).to.deep.equal([[], []]);
    await person.getByRole('button', { name: 'Cancel' }).click();
    await person.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
  });

  it('lets the member withdraw a link, which then says so', async () => {
    const link = await linkFor('customer-withdrawn');
    await customer.goto(link);
    await customer.getByRole('link', { name: 'Continue to Xero' }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the link' }).click();
    await page.getByText('You have withdrawn the link.').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await customer.getByRole('link', { name: 'Continue to Xero' }).click();
    await approve(customer, 'Harbour Tools Ltd');
    await customer.getByText('Development has withdrawn this link. Nothing was connected by it.').waitFor();
    const list = await here().client.expecting(200, 'GET', '/v1/connections?external_account_id=customer-withdrawn');
    expect(at(list, 'meta.total')).to.equal(0);
  });

  it('says in words that a link works once, and passes axe at every step', async () => {
    const { page: again, complaints } = await here().visitor();
    const link = await linkFor('customer-axe');
    await again.goto(link);
    expect(await axeFindings(again)).to.deep.equal([]);
    await again.getByRole('button', { name: 'Cancel' }).click();
    await again.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
    await again.goto(link);
    await again.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await axeFindings(again)).to.deep.equal([]);
    expect(complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });

  it('shows what was used, by meter, day and connection, and hands it out as a file', async () => {
    const { client } = here();
    const list = await client.expecting(200, 'GET', '/v1/connections?external_account_id=customer-yes');
    const books = `/v1/connections/${textAt(list, 'data.items.0.connection_id')}`;
    for (const name of ['One', 'Two']) await client.expecting(201, 'POST', `${books}/contacts`, { name });
    await page.goto('/console/test/usage');
    const writes = page.locator('.meter-sum').filter({ hasText: 'Writes' });
    await writes.getByText('2', { exact: true }).waitFor();
    await writes.getByText('Billable').waitFor();
    await page.getByRole('row', { name: /Riverside Plumbing customer-yes 2/ }).waitFor();
    const begun = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV, by connection' }).click();
    const file = readFileSync(await (await begun).path(), 'utf8').split('\r\n');
    expect(file[0]).to.equal(
      'connection_id,organization,customer,read_live,write,provider_request,automation_run,read_cached,webhook_event,provider_calls,provider_bytes_in',
    );
    expect(file[1]).to.match(/^conn_\w+,Riverside Plumbing,customer-yes,0,2,0,0,/);
    await page.getByRole('link', { name: 'Last month' }).click();
    await page.getByText('Nothing was used').waitFor();
    await page.goBack();
    await writes.getByText('2', { exact: true }).waitFor();
    expect(owner.complaints).to.deep.equal([]);
  });
});
