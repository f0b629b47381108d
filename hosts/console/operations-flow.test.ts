// What operations staff do first: sign in, find the webhook that did not arrive, repair it, replay what failed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { connected, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';

describe('the console in a browser: operations and webhooks', () => {
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let operationId: string;
  let connectionId: string;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    const { client, sandbox, receiver } = world;
    const [tenantId = ''] = await sandbox.tenants();
    connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    await client.expecting(201, 'POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      event_types: ['sync.completed'],
    });
    const started = await client.expecting(202, 'POST', '/v1/automations', {
      connection_id: connectionId,
      recipe: 'invoice.create_with_contact',
      input: {
        contact: { name: 'Walk customer' },
        invoice: { line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: 'nope' }] },
      },
    });
    operationId = textAt(started, 'data.operation_id');
    visitor = await world.visitor();
    page = visitor.page;
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };

  it('leads from the service’s own address to the sign-in page, and refuses a wrong password in words', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail address').fill('owner@localhost');
    await page.getByLabel('Password').fill('certainly wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('the e-mail address or the password is wrong').waitFor();
    await signIn(page, here().credentials.console);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).to.match(/\/console\/org_\w+\/test\/overview$/);
  });

  it('finds a failed operation by its filter, saves the list as a file, and replays it with a reason', async () => {
    await page.getByRole('link', { name: 'Operations', exact: true }).click();
    const failed = page.getByRole('link', { name: /automation\.invoice\.create_with_contact/ });
    await failed.waitFor();
    const deliveries = page.getByRole('link', { name: /webhook\.deliver/ });
    expect(await deliveries.count()).to.equal(0);
    await page.getByLabel('Type').selectOption('All types');
    await deliveries.first().waitFor();
    await page.goBack();
    await page.getByLabel('State').selectOption('failed');
    await page.waitForURL(/state=failed/);
    await page.getByText('1 entry', { exact: true }).waitFor();
    const row = page.getByRole('row').filter({ has: failed });
    await row.getByText("Account code 'nope' is not a valid code").waitFor();
    await row.getByRole('link', { name: 'Harbour Tools Ltd' }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).to.equal('operations.csv');
    const [, ...rows] = readFileSync(await saved.path(), 'utf8').split('\r\n');
    expect(rows.map((row) => row.split(',', 1)[0])).to.deep.equal([operationId, '']);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(operationId));
    await page.getByRole('heading', { name: 'automation.invoice.create_with_contact' }).waitFor();
    expect(await page.title()).to.equal('Operation · automation.invoice.create_with_contact · Ledgerport');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next and previous row').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    const story = page.getByRole('listitem').filter({ hasText: 'Request received' });
    await story.first().waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('the account exists now');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('the account exists now', { exact: true }).waitFor();
    await page.getByText('by owner@localhost, after 1 attempt').waitFor();
  });

  it('folds the attempts of a step, opened by a key, and keeps in the address which kinds are shown', async () => {
    const retried = page.getByRole('button', { name: '2 attempts of Step create_invoice: failed' });
    await retried.press('Enter');
    await page.getByText('Had ended, until it was replayed').waitFor();
    const calls = page.getByText(/^PUT .*: \d+/);
    expect(await calls.count()).to.be.at.least(2);
    await page.getByLabel(/^Provider call/).uncheck();
    await page.waitForURL(/\?hidden=provider_call$/);
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'Step create_contact' }).first().waitFor();
    expect(await calls.count()).to.equal(0);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('goes back to the same filtered list, and forward, and stands a reload', async () => {
    await page.goBack();
    await page.waitForURL(/operations\?state=failed/);
    expect(await page.getByLabel('State').inputValue()).to.equal('failed');
    await page.goForward();
    await page.waitForURL(new RegExp(operationId));
    await page.reload();
    await page.getByRole('heading', { name: 'automation.invoice.create_with_contact' }).waitFor();
  });

  it('shows a webhook that did not arrive, and sends it again once the receiver is mended', async () => {
    const { receiver } = here();
    receiver.answer(500);
    await page.getByRole('link', { name: 'Webhook endpoints' }).click();
    await page.getByRole('link', { name: receiver.name }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/webhook-deliveries\/dlv_/);
    await page.getByText('Answered 500').waitFor();
    await page.getByText('the warehouse is closed').waitFor();
    await page.getByRole('link', { name: 'Deliveries', exact: true }).first().click();
    await page.getByRole('link', { name: /endpoint\.test/ }).click();
    receiver.answer(200);
    const seen = receiver.bodies.length;
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('the warehouse has opened');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Answered 200').waitFor();
    expect(receiver.bodies.length).to.equal(seen + 1);
    expect(receiver.bodies.at(-1)).to.equal(receiver.bodies[seen - 1]);
  });

  it('sends a delivery that waits for its next attempt at once', async () => {
    const { client, receiver } = here();
    receiver.answer(500);
    await client.expecting(202, 'POST', `/v1/connections/${connectionId}/sync`, {});
    await page.goto('/console/test/webhook-deliveries?state=retrying&event_type=sync.completed');
    await page
      .getByRole('link', { name: /sync\.completed/ })
      .first()
      .click();
    await page.getByText('Answered 500').first().waitFor();
    receiver.answer(200);
    await page.getByRole('button', { name: 'Send now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('one of its ten attempts').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByLabel('Reason').fill('mended');
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Answered 200').waitFor();
    await page.getByText('attempt 2', { exact: true }).waitFor();
  });

  it('leaves routine work that succeeded out of the list, unless a switch in the address asks for it', async () => {
    const routine = () => page.getByRole('link', { name: /connection\.reconcile/ }).count();
    // The clock begins one only after minutes.
    const database = new Sqlite(join(here().dataDir, 'ledgerport.db'));
    const one = `select id from operations where type = 'connection.sync' and state = 'succeeded' limit 1`;
    database.exec(`update operations set type = 'connection.reconcile' where id = (${one})`);
    database.close();
    await page.goto('/console/test/operations');
    await page
      .getByRole('link', { name: /connection\.sync/ })
      .first()
      .waitFor();
    expect(await routine()).to.equal(0);
    await page.getByLabel('Routine work that succeeded').check();
    await page.waitForURL(/operations\?routine=shown$/);
    await until('routine work is shown', async () => (await routine()) > 0);
    await page.reload();
    await until('and stays so', async () => (await routine()) > 0);
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByLabel('Routine work that succeeded').uncheck();
    await page.waitForURL(/operations$/);
  });

  it('shows what became of each item of a bulk write, and sends the failed ones again', async () => {
    const { client, sandbox } = here();
    // With a budget that nothing else has used.
    const [, tenantId = ''] = await sandbox.tenants();
    const path = `/v1/connections/${await connected(client, sandbox, { externalAccountId: 'bulk', tenantIds: [tenantId] })}`;
    const contact = await client.expecting(201, 'POST', `${path}/contacts`, { name: 'Bulk customer' });
    const items = Array.from({ length: 30 }, (_, i) => ({
      item_key: `row ${i}`,
      contact_id: textAt(contact, 'data.item.id'),
      line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: i === 28 ? '987' : '200' }],
    }));
    const bulk = await client.expecting(202, 'POST', `${path}/invoices/bulk`, { items });
    await page.goto(`/console/test/operations/${textAt(bulk, 'data.operation_id')}`);
    await page.getByRole('link', { name: 'Succeeded 29' }).waitFor();
    // It opens on what failed.
    await page.locator('a[aria-current]').getByText('Failed 1').waitFor();
    await page
      .getByRole('row', { name: /row 28 Failed Account code '987' is not a valid code.*PROVIDER_REJECTED/ })
      .waitFor();
    await page.getByText('1 entry', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All 30' }).click();
    await page.getByText('30 entries', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Failed 1' }).click();
    await page.getByText('1 entry', { exact: true }).waitFor();

    const account = { Code: '987', Name: 'Bulk sales', Type: 'REVENUE' };
    await client.expecting(201, 'POST', `${path}/accounts`, { provider_data: account });
    await page.getByRole('button', { name: 'Replay failed items' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('the account exists now');
    await dialog.getByRole('button', { name: 'Replay failed items' }).click();
    await page.getByRole('link', { name: 'Succeeded 30' }).waitFor();
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('searches from any page by keys alone: by part of a name, and by an id of the other environment', async () => {
    await page.goto('/console/live/usage');
    const box = page.getByRole('combobox', { name: /Search/ });
    await box.waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(operationId);
    await page.getByRole('option', { name: /automation.*Test/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/test/operations/${operationId}$`));
    await page.locator('h1:focus').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ALK cust');
    const contact = page.getByRole('group', { name: 'Contacts' }).getByRole('option', { name: /Walk customer/ });
    await contact.waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    // Up leads to the last result, and down from there to the first.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    expect(await contact.getAttribute('aria-selected')).to.equal('true');
    expect(await box.getAttribute('aria-activedescendant')).to.equal(await contact.getAttribute('id'));
    await page.keyboard.press('Escape');
    expect([await box.getAttribute('aria-expanded'), await box.inputValue()]).to.deep.equal(['false', 'ALK cust']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/records\/contacts\/con_/);
    await page.getByRole('heading', { name: 'Walk customer' }).waitFor();
  });

  it('finds pages, acts, types of events and errors', async () => {
    await page.goto('/console/test/overview');
    const box = page.getByRole('combobox', { name: /Search/ });
    await box.fill('create key');
    await page
      .getByRole('group', { name: 'Acts' })
      .getByRole('option', { name: /Create an API key/ })
      .click();
    await page.waitForURL(/\/api-keys$/);
    await box.fill('invoice.paid');
    await page
      .getByRole('group', { name: 'Types of events' })
      .getByRole('option', { name: /invoice\.paid/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/test\/events\?type=invoice\.paid$/);
    await box.fill('CONFLICT');
    const guide = page.waitForEvent('popup');
    await page
      .getByRole('group', { name: 'Errors' })
      .getByRole('option', { name: /CONFLICT/ })
      .click();
    await (await guide).waitForURL(/\/docs\/errors#CONFLICT$/);
    await (await guide).getByText('CONFLICT', { exact: true }).first().waitFor();
    await (await guide).close();
    await box.fill('');
  });

  it('says why a request was refused: from its reason, its operation, or its id', async () => {
    await page.goto(`/console/test/operations/${operationId}`);
    await page.getByRole('listitem').filter({ hasText: 'Request received' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'POST /v1/automations' }).waitFor();
    await page.getByText('API key “development”').waitFor();
    await page.getByRole('link', { name: /^op_/ }).click();
    await page.getByRole('heading', { name: 'automation.invoice.create_with_contact' }).waitFor();
    const { client } = here();
    const connection = textAt(await client.expecting(200, 'GET', '/v1/connections'), 'data.items.0.connection_id');
    const wrong = { name: 'Quay', colour: 'blue' };
    const refused = await client.call('POST', `/v1/connections/${connection}/contacts`, wrong, {
      'idempotency-key': 'refused once',
    });
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    const reason = page.getByRole('link', { name: textAt(refused.body, 'code') }).first();
    await reason.click();
    await page.waitForURL(/requests\?.*code=/);
    await page
      .getByRole('link', { name: /^POST …\/contacts/ })
      .first()
      .click();
    await page
      .getByText(new RegExp(textAt(refused.body, 'message').slice(1), 'i'))
      .first()
      .waitFor();
    await page.getByText('refused once', { exact: true }).waitFor();
  });

  it('shows a request with its path and query, and the same as a command without the key', async () => {
    const { client } = here();
    const id = crypto.randomUUID();
    await client.call('GET', '/v1/events?limit=300&type=invoice.paid', undefined, { 'x-request-id': id });
    await until('the request is logged', async () => (await client.call('GET', `/v1/requests/${id}`)).status === 200);
    await page.goto(`/console/test/requests/${id}`);
    await page.getByText('/v1/events?limit=300&type=invoice.paid', { exact: true }).waitFor();
    const command = page.locator('.secret', { hasText: 'As curl' }).locator('code').first();
    expect(await command.innerText()).to.match(
      /^curl 'http:\/\/localhost:\d+\/v1\/events\?limit=300&type=invoice\.paid'/,
    );
    expect(await command.innerText())
      .to.include('$LEDGERPORT_API_KEY')
      .and.not.include('acct_');
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('never made the browser complain', () => {
    expect(visitor.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});
