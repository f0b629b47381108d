// The pages' claims are true: for an empty account, for failing receivers and providers, and for where data was read.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { at, connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { axeFindings } from './testing/axe.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';

describe('the console in a browser: what it claims is so', function () {
  this.timeout(60_000);
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let connectionId: string;
  let contactId: string;
  let invoiceId: string;
  let endpointId: string;

  before(async function () {
    world = await openConsole();
    if (!world) return this.skip();
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
    return textAt(
      await here().client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, body),
      'data.item.id',
    );
  };
  const liveReads = async () => {
    const items = at(await read('/v1/usage?group_by=meter'), 'data.items') as { meter: string; quantity: number }[];
    return items.find(({ meter }) => meter === 'read_live')?.quantity ?? 0;
  };

  it('of an empty account: what is done and what is not, and nothing of what is not there', async () => {
    const step = (name: string) => page.locator('.first-steps li').filter({ hasText: name });
    for (const name of ['Set up a provider app', 'Create an API key']) {
      await step(name).getByText('Done', { exact: true }).waitFor();
    }
    for (const name of ['Connect an organization', 'Add a webhook endpoint']) {
      expect(await step(name).getByText('Done', { exact: true }).count()).to.equal(0);
    }
    await tile('Endpoints not failing').getByText('none enabled').waitFor();
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
    invoiceId = await announce('good');
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
    await tile('Endpoints not failing').getByText('0 of 1').waitFor();
    await page.locator('.key').filter({ hasText: 'Waiting now 11' }).waitFor();
    const item = page.locator('.attention li').filter({ hasText: receiver.url });
    await item.getByText('The endpoint answered 503').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
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
    const row = page.getByRole('row', { name: here().receiver.url });
    await row.getByText('The endpoint answered 503').waitFor();
    expect(await row.innerText()).not.to.include('100 %');
    await page.getByRole('link', { name: here().receiver.url }).click();
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
    const link = page.locator(`a[href="/console/test/operations/${held.operation_id}"]`);
    const row = page.getByRole('row').filter({ has: link });
    await row.getByText('Held', { exact: true }).waitFor();
    expect(await row.innerText()).to.include(`${held.attempt_count} / 10`);
  });

  it('of a record: when its copy was read; a live read only when asked for, and told to be one', async () => {
    const before = await liveReads();
    await page.goto(`/console/test/connections/${connectionId}/records/invoices/${invoiceId}`);
    await page.getByText(/^As of .* the cached copy/).waitFor();
    await page.getByText('each use is billed').waitFor();
    expect(await liveReads()).to.equal(before);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/^As of .* read at the provider/).waitFor();
    await until('a live read that is counted', async () => (await liveReads()) === before + 1);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('of an invoice: what stands on it, on the screen, on a phone, on paper, as PDF and as JSON', async () => {
    const path = `/v1/connections/${connectionId}/invoices`;
    const number = textAt(await read(`${path}?id=${invoiceId}`), 'data.items.0.number');
    await page.waitForFunction(`document.title === 'Invoice ${number} · Ledgerport'`);
    await page.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor();
    await page.locator('.page-heading').getByText('Authorised', { exact: true }).waitFor();
    const line = page.locator('.lines tbody tr');
    const cells = async () => (await line.locator('td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(await cells()).to.deep.equal(['Bench', '2', '50.00', '200', '15.00 15% GST on Income', '100.00']);
    const sums = (await page.locator('.sums .sum').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(sums).to.deep.equal([
      'Subtotal 100.00 NZD',
      '15% GST on Income 15.00 NZD',
      'Total 115.00 NZD',
      'Paid 0.00 NZD',
      'Due 115.00 NZD',
    ]);
    await page
      .locator('.card', { hasText: 'What happened to it' })
      .getByText('Event invoice.updated')
      .first()
      .waitFor();
    const pdf = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await pdf).suggestedFilename()).to.equal(`${number}.pdf`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Customer’s page' }).click();
    await (await opened).waitForURL(`${here().sandbox.url}/**`);
    await (await opened).close();

    await page.emulateMedia({ media: 'print' });
    for (const name of ['.side', '.page-actions', '.tabs', '.icon-button']) {
      expect(await page.locator(name).first().isVisible(), name).to.equal(false);
    }
    expect(await line.isVisible()).to.equal(true);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'JSON' }).click();
    await page.getByRole('region', { name: 'Record' }).getByText(`"${number}"`).waitFor();
    const isCut = () =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll('.json pre')].some((pre) => pre.scrollHeight > pre.clientHeight)`,
      );
    expect(await isCut()).to.equal(true);
    await page.emulateMedia({ media: 'print' });
    expect(await isCut()).to.equal(false);
    await page.emulateMedia({ media: 'screen' });

    await page.setViewportSize({ width: 380, height: 780 });
    await page.getByRole('link', { name: 'Invoices' }).click();
    const row = page.locator('main tbody tr').first();
    await row.getByText('Walk').waitFor();
    expect((await row.boundingBox())?.y).to.be.below(600);
    expect(await page.getByLabel('Due until').isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Due until').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('of a long invoice: that its lines are not in the copy; read live, the first hundred and how many there are', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({ description: `Line ${i}`, quantity: 1, unit_amount: 0.1 }));
    const body = { contact_id: contactId, line_items: lines };
    const made = await here().client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, body);
    await page.goto(`/console/test/connections/${connectionId}/records/invoices/${textAt(made, 'data.item.id')}`);
    await page.getByText('left out here: line items').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The first 100 of 300 lines.').waitFor();
    expect(await page.locator('.lines tbody tr').count()).to.equal(100);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Line 299').waitFor();
  });

  it('of the invoices of a contact that are due: those, in the order that was asked for', async () => {
    const base = `/console/test/connections/${connectionId}/records`;
    await page.goto(`${base}/contacts/${contactId}`);
    await page.getByRole('link', { name: 'Invoices of this contact' }).click();
    await page.getByLabel('Due until').fill('2999-12-31');
    await page.getByLabel('Order').selectOption({ label: 'Latest change first' });
    await page.waitForURL(`**/invoices?**contact_id=${contactId}**sort=-updated_at`);
    const rows = page.locator('main tbody tr');
    await rows.first().getByText('bad 10').waitFor();
    await rows.last().getByText('good', { exact: true }).waitFor();
    await page.getByText('12 entries').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByLabel('Due until').fill('2000-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('of a connection without copies: that there is none, with the live read offered', async () => {
    const { client, sandbox } = here();
    await sandbox.control('POST', 'organisations', { name: 'Riverside Plumbing', seed: 'small' });
    const [, tenantId = ''] = await sandbox.tenants();
    const fields = { retention_mode: 'zero' };
    const zero = await connected(client, sandbox, { externalAccountId: 'customer-0', tenantIds: [tenantId], fields });
    const given = await client.expecting(201, 'POST', `/v1/connections/${zero}/contacts`, { name: 'Nobody kept' });
    const before = await liveReads();
    await page.goto(`/console/test/connections/${zero}/records/contacts`);
    await page.getByLabel('Id, ours or the provider’s').fill(textAt(given, 'data.item.id'));
    await page.getByRole('button', { name: 'Go to the record' }).click();
    await page.getByText('There is no cached copy').waitFor();
    expect(await liveReads()).to.equal(before);
    await page.getByRole('button', { name: 'Read live at the provider' }).click();
    await page.getByRole('heading', { name: 'Nobody kept' }).waitFor();
    await until('a live read that is counted', async () => (await liveReads()) === before + 1);
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
