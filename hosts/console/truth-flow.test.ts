// The pages' claims are true: for an empty account, for failing receivers and providers, and for where data was read.
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { at, connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';

describe('the console in a browser: what it claims is so', function () {
  this.timeout(60_000);
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let connectionId: string;
  let contactId: string;
  let endpointId: string;

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
  const main = () => page.locator('main');
  const tile = (name: string) => page.locator('.tile').filter({ has: page.getByRole('link', { name, exact: true }) });
  const read = (path: string) => here().client.expecting(200, 'GET', path);
  const announce = async (reference: string) => {
    const body = invoiceBody(contactId, reference);
    await here().client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, body);
  };

  it('of an empty account: what is done and what is not, and nothing of what is not there', async () => {
    const step = (name: string) => page.locator('.first-steps li').filter({ hasText: name });
    for (const name of ['Set up a provider app', 'Create an API key']) {
      await step(name).getByText('Done', { exact: true }).waitFor();
    }
    for (const name of ['Connect an organization', 'Add a webhook endpoint']) {
      expect(await step(name).getByText('Done', { exact: true }).count()).to.equal(0);
    }
    await tile('Webhook endpoints').getByText('0 enabled').waitFor();
    expect(await main().innerText()).not.to.match(/every (endpoint|connection)|all is well|everything is well/i);
    await page.goto('/console/live/overview');
    await page.getByText('Get started').waitFor();
    expect(await page.locator('.tile.good').count()).to.equal(0);
  });

  it('of a provider app that an operator registered: that its checks were not made, and asks for nothing it has', async () => {
    await page.goto('/console/test/provider-apps');
    await page.getByText('Not checked here yet').waitFor();
    await page.getByRole('link', { name: 'Sandbox (test)' }).click();
    await page.getByText('Nothing of it has been checked here yet.').waitFor();
    expect(await main().innerText()).not.to.match(/Save the client|Nobody has consented/);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.locator('[data-check=credentials][data-status=passed]').waitFor();
  });

  it('of a receiver that fails: what was delivered, what waits, how the attempts went and why they failed', async () => {
    const { client, sandbox, receiver } = here();
    const [tenantId = ''] = await sandbox.tenants();
    connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    const contact = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, { name: 'Walk' });
    contactId = textAt(contact, 'data.item.id');
    const given = { url: receiver.url, event_types: ['invoice.updated'] };
    endpointId = textAt(
      await client.expecting(201, 'POST', '/v1/webhook-endpoints', given),
      'data.webhook_endpoint_id',
    );
    await announce('good');
    const state = async () => at(await read(`/v1/webhook-endpoints/${endpointId}`), 'data.health.state');
    const statistics = () => read(`/v1/webhook-endpoints/${endpointId}/statistics`);
    const waiting = async () =>
      (Object.values(Object(at(await statistics(), 'data.waiting'))) as { readonly value: number }[]).reduce(
        (sum, { value }) => sum + value,
        0,
      );
    await until('a delivery that arrived', async () => at(await statistics(), 'data.deliveries.succeeded') === 1);
    receiver.answer(503);
    for (let i = 0; i < 11; i++) await announce(`bad ${i}`);
    await until('a paused endpoint', async () => (await state()) === 'open');
    // The next probe gets this answer. No probe is sent while the pages are read, so held deliveries stay held.
    receiver.answer(503, { 'retry-after': '3600' });
    await until('a delivery of each event', async () => (await waiting()) === 11);
    await page.goto('/console/test/overview');
    await tile('Deliveries').getByText('1 delivered').waitFor();
    expect(await tile('Deliveries').innerText()).to.match(
      /11 waiting \(1 endpoint held\) · 0 given up; (\d|\.)+ % of \d+ attempts succeeded/,
    );
    expect(await tile('Deliveries').getAttribute('class')).to.include('bad');
    await tile('Webhook endpoints').getByText('1 failing').waitFor();
    await page.locator('.key').filter({ hasText: 'Waiting now 11' }).waitFor();
    const item = page.locator('.attention li').filter({ hasText: receiver.name });
    await item.getByText('The endpoint answered 503').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('of a month of deliveries: from its first day the day that the arrow keys choose, and the list of that day', async () => {
    const plot = page.getByRole('link', { name: /^Deliveries per day \(UTC\), / });
    const readout = page.locator('.readout').last();
    await page.getByRole('link', { name: '30 d' }).click();
    await page.waitForURL(/\?chart=30d$/);
    await plot.focus();
    await readout.getByText('now: 1 delivered, 0 given up, 11 waiting now').waitFor();
    await plot.press('ArrowLeft');
    await readout.getByText('now: 1 delivered').waitFor();
    putDeliveries(here().dataDir, 4, 3);
    await page.reload();
    await plot.focus();
    await page.getByText('Delivered 5', { exact: true }).waitFor();
    await plot.press('Home');
    await readout.getByText('4 delivered, 0 given up, 0 waiting now').waitFor();
    await plot.press('ArrowRight');
    await readout.getByText('0 delivered, 0 given up, 0 waiting now').waitFor();
    await plot.hover({ position: { x: 1, y: 9 } });
    expect(await plot.getAttribute('href')).to.match(/from=.*T00%3A00%3A00.000Z&until=.*T00%3A00%3A00.000Z$/);
    await plot.press('End');
    await plot.press('Enter');
    await page.waitForURL(/webhook-deliveries\?from=/);
    await page.getByText('12 entries').waitFor();
  });

  it('of the provider’s budget: every connection by its calls of today, what they were for, and that a day takes an hour to tell', async () => {
    await page.goto('/console/test/overview');
    await page.getByRole('link', { name: 'All connections' }).click();
    const row = page.getByRole('row', { name: /too early to tell/ });
    await row.getByRole('meter', { name: 'Today' }).waitFor();
    await row.getByRole('link').click();
    const card = page.locator('.card').filter({ hasText: 'Provider budget' });
    await card.getByText('Too early to tell how the day will be.').waitFor();
    expect(await card.innerText())
      .to.match(/API and console\s+\d/)
      .and.to.match(/Syncs\s+\d/);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('of its endpoint: the last error and its time, and that attempts failed, not deliveries', async () => {
    await page.goto('/console/test/webhook-endpoints');
    const row = page.getByRole('row', { name: here().receiver.name });
    await row.getByText('The endpoint answered 503').waitFor();
    expect(await row.innerText()).not.to.include('100 %');
    await page.getByRole('link', { name: here().receiver.name }).click();
    const note = page.locator('.note.bad');
    await note.getByText('The endpoint answered 503').waitFor();
    expect(await note.innerText()).to.match(/\d+ attempts in a row failed.*the next (in|just)/);
    await page.getByText(/of \d+ attempts succeeded/).waitFor();
    await page.locator('figure.chart').waitFor();
  });

  it('of what is held: that it is, why, and when the next probe goes out', async () => {
    const { client } = here();
    await until('a probe that is far away', async () => {
      const next = textAt(await read(`/v1/webhook-endpoints/${endpointId}`), 'data.health.next_probe_at');
      return Date.parse(next) - Date.now() > 1_800_000;
    });
    const path = `/v1/webhook-deliveries?webhook_endpoint_id=${endpointId}&limit=50`;
    const held = await until('a held delivery', async () => {
      const items = at(await client.expecting(200, 'GET', path), 'data.items') as {
        readonly delivery_id: string;
        readonly operation_id: string;
        readonly attempt_count: number;
        readonly state: string;
        readonly next_attempt_at: string | null;
      }[];
      return items.find((one) => one.next_attempt_at === null && one.state === 'retrying');
    });
    await page.goto(`/console/test/webhook-deliveries/${held.delivery_id}`);
    await page.locator('.page-head, header').getByText('Held', { exact: true }).waitFor();
    await page.getByText('Held until the endpoint answers.').waitFor();
    await page.getByText(/next probe/).waitFor();
    expect(await main().innerText()).not.to.include('Retrying');
    await page.goto('/console/test/webhook-deliveries');
    await page.getByRole('row').filter({ hasText: 'next probe' }).first().getByText('Held').waitFor();
    await page.goto('/console/test/operations?type=webhook.deliver');
    const link = page.locator(`a[href$="/test/operations/${held.operation_id}"]`);
    const row = page.getByRole('row').filter({ has: link });
    await row.getByText('Held', { exact: true }).waitFor();
    expect(await row.innerText()).to.include(`${held.attempt_count} / 10`);
  });

  it('of deliveries by customer, endpoint and time: those, in a zone that has a name, or in UTC', async () => {
    await page.goto('/console/test/webhook-deliveries');
    await page.getByLabel('Customer or connection id').fill('customer-1');
    await page.waitForURL(/external_account_id=customer-1/);
    const rows = page.locator('main tbody tr');
    await rows.first().getByRole('link', { name: 'Harbour Tools Ltd' }).waitFor();
    await rows.first().getByText(`to ${here().receiver.name}`).waitFor();
    const whole = await page.getByText(/^\d+ entries$/).innerText();
    await page.locator('select').filter({ hasText: 'Last 24h' }).selectOption('From – until…');
    const from = page.getByLabel('From (Asia/Tokyo)');
    const entered = await from.inputValue();
    await page.getByLabel('Until (Asia/Tokyo)').fill(entered);
    await page.getByText('Nothing matches these filters').waitFor();
    const instant = new URL(page.url()).searchParams.get('until') ?? '';
    expect(Date.parse(`${entered}+09:00`)).to.equal(Date.parse(instant));
    await page.getByRole('button', { name: 'UTC' }).click();
    const inUtc = async () => (await page.getByLabel('Until (UTC)').inputValue()) === instant.slice(0, 16);
    await until('the same instant in UTC', inUtc);
    await page.getByLabel('Until (UTC)').fill('');
    await page.getByText(whole, { exact: true }).waitFor();
    await rows
      .first()
      .getByText(/^\d\d-\d\d \d\d:\d\d:\d\dZ$/)
      .last()
      .waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.goto(`/console/test/webhook-endpoints/${endpointId}`);
    await page.getByText('Times in UTC', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Recover…' }).click();
    await page.getByLabel('Since (UTC)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'UTC' }).click();
    await page.getByText('Times in Asia/Tokyo', { exact: true }).waitFor();
  });

  it('of a connection whose provider answers 503: that it is degraded, why, and what to do', async () => {
    const { client, sandbox } = here();
    await sandbox.control('POST', 'faults', { match: {}, action: { status: 503 }, times: 100_000 });
    const health = async () => at(await read(`/v1/connections/${connectionId}`), 'data.health');
    await until('a connection that does not work', async () => {
      await client.call('GET', `/v1/connections/${connectionId}/contacts/${contactId}`);
      return (await health()) === 'degraded';
    });
    const found = async () =>
      at(await read('/v1/connections?health=degraded'), 'data.items') as { connection_id: string }[];
    await until('a connection found by its health', async () =>
      (await found()).some((one) => one.connection_id === connectionId),
    );
    const told = 'The provider fails or does not answer.';
    await page.goto('/console/test/connections');
    const row = page.getByRole('row', { name: /Harbour Tools Ltd/ });
    await row.getByText('Degraded').waitFor();
    await row.getByText(told).waitFor();
    expect(await row.getByText('Active', { exact: true }).count()).to.equal(0);
    await page.getByRole('link', { name: /Harbour Tools Ltd/ }).click();
    await page.locator('.note').getByText(told).waitFor();
    await page.locator('.note').getByText('Last success:').waitFor();
    await page.goto('/console/test/overview');
    await tile('Active connections').getByText('1 degraded').waitFor();
    expect(await tile('Active connections').getAttribute('class')).to.include('warn');
    await page.locator('.attention li').filter({ hasText: 'Harbour Tools Ltd' }).getByText(told).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('never made the browser complain', () => {
    expect(visitor.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});

/** Counts deliveries of some days ago, as the database's triggers would have. */
function putDeliveries(dataDir: string, number: number, daysAgo: number): void {
  const database = new Sqlite(path.join(dataDir, 'ledgerport.db'));
  const hour = Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000;
  database
    .prepare(
      `insert into hourly_sums select id, 'test', ?, 'delivery', 'an earlier endpoint', 'succeeded', 0, ? from organizations`,
    )
    .run(hour, number);
  database.close();
}
