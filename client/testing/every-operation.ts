// Calls every operation of the API through the client.
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import type { LedgerportOffline } from '../../hosts/embed/index.ts';
import { type Ledgerport, OperationFailed } from '../index.ts';
import { bank } from './bank-operations.ts';

export interface Stage {
  readonly lp: Ledgerport;
  readonly service: LedgerportOffline;
  /** An endpoint that accepts every delivery, and one where nobody listens. */
  readonly urls: { readonly somebody: string; readonly nobody: string };
}

export async function callEverything(stage: Stage): Promise<void> {
  const { lp, service, urls } = stage;
  await discover(lp);
  const endpoints = await subscribe(lp, urls);
  const { connection: first } = await service.sandbox.connect('customer-1');
  const { connection: second } = await service.sandbox.connect('customer-2');
  // A connection has 60 calls a minute: each of these does a part of the work.
  const { connection: third } = await service.sandbox.connect('customer-3');
  const { connection: fourth } = await service.sandbox.connect('customer-4');
  const { connection: fifth } = await service.sandbox.connect('customer-5');
  const { connection: sixth } = await service.sandbox.connect('customer-6');
  const { connection: seventh } = await service.sandbox.connect('customer-7');
  const { connection: eighth } = await service.sandbox.connect('customer-8');
  // These have half of the budget, so they come first.
  await ownRequests(lp, sixth.id);
  await masterData(lp, first.id);
  const buyer = await lp.contacts.create(third.id, { name: 'Harbour Coffee' });
  await invoicesAndPayments(lp, third.id, buyer.id);
  const otherContact = await lp.contacts.create(second.id, { name: 'Quay Books' });
  const offered = await lp.contacts.create(sixth.id, { name: 'Quay Books' });
  await quotesAndOrders(lp, sixth.id, offered.id);
  await files(lp, fourth.id, eighth.id);
  await bank(lp, seventh.id);
  await notes(lp, fifth.id);
  await reports(lp, fifth.id);
  await postAndMove(lp, first.id);
  await writeMany(lp, second.id, otherContact.id);
  await writeItems(lp, second.id);
  await automate(lp, second.id, otherContact.id);
  await backgroundWork(lp, second.id, endpoints.nobody);
  await news(lp, endpoints);
  await requests(lp);
  await end(lp, second.id, endpoints.somebody);
}

const line_items = [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }];
const reason = { reason: 'made by a test' };

/** A timeline's provider calls are stored a moment later. */
async function filled(timeline: ReturnType<Ledgerport['events']['getTimeline']>): Promise<void> {
  await until('a timeline', async () => (await timeline.page()).items.length > 1);
}

async function discover(lp: Ledgerport): Promise<void> {
  expect(await lp.service.getHealth()).to.deep.equal({ status: 'ok' });
  expect(await lp.service.getReadiness()).to.deep.equal({ status: 'ready' });
  expect(await lp.service.getOpenApiDocument()).to.include({ openapi: '3.1.0' });
  expect((await lp.providers.list().page()).items.map(({ id }) => id)).to.include('ledger');
  expect((await lp.automations.listRecipes().page()).items.length).to.be.greaterThan(5);
  const session = { provider: 'ledger', external_account_id: 'c', redirect_uri: 'http://localhost:3000/done' };
  const { connect_url, connect_session_id } = await lp.connectSessions.create(session);
  expect(connect_url).to.include('/connect/');
  expect((await lp.connectSessions.get(connect_session_id)).status).to.equal('open');
  const withdrawn = await lp.connectSessions.delete(connect_session_id);
  expect(withdrawn).to.include({ connect_session_id, status: 'failed', error: 'withdrawn' });
  expect(await lp.connectSessions.delete(connect_session_id)).to.deep.equal(withdrawn);
}

/** Attaches a file to a record of each family that has files. */
async function files(lp: Ledgerport, ...connectionIds: readonly string[]): Promise<void> {
  const bytes = new TextEncoder().encode('%PDF-1.7 terms');
  const families = {
    invoices: lp.invoices,
    credit_notes: lp.creditNotes,
    quotes: lp.quotes,
    purchase_orders: lp.purchaseOrders,
    contacts: lp.contacts,
    accounts: lp.accounts,
    manual_journals: lp.manualJournals,
    bank_transfers: lp.bankTransfers,
    repeating_invoices: lp.repeatingInvoices,
    bank_transactions: lp.bankTransactions,
  };
  for (const [at, [type, family]] of Object.entries(families).entries()) {
    // Each connection has sixty calls to the provider.
    const connectionId = connectionIds[at % connectionIds.length] ?? '';
    const [record] = (await family.list(connectionId, { limit: 1 }).page()).items;
    const on = [connectionId, record?.id ?? `no ${type}`] as const;
    const made = await family.uploadAttachment(...on, bytes, { filename: 'terms.pdf' });
    expect(made).to.include({ filename: 'terms.pdf', size: bytes.length, replaced: null });
    expect((await family.listAttachments(...on).page()).items).to.have.length(1);
    const file = await family.downloadAttachment(...on, made.attachment_id);
    expect(file).to.include({ contentType: 'application/pdf', fileName: 'terms.pdf' });
    expect(await file.bytes()).to.deep.equal(bytes);
  }
}

/** Adds a note to a record of each family that has a history. */
async function notes(lp: Ledgerport, connectionId: string): Promise<void> {
  const { invoices, creditNotes, quotes, purchaseOrders, contacts, payments, items } = lp;
  const { manualJournals, bankTransfers, repeatingInvoices } = lp;
  const { bankTransactions, prepayments, overpayments } = lp;
  const journals = [manualJournals, bankTransfers, repeatingInvoices];
  const money = [...journals, bankTransactions, prepayments, overpayments];
  for (const family of [invoices, creditNotes, quotes, purchaseOrders, contacts, payments, items, ...money]) {
    const [record] = (await family.list(connectionId, { limit: 1 }).page()).items;
    const on = [connectionId, record?.id ?? 'none'] as const;
    expect(await family.addNote(...on, { note: 'Checked' })).to.include({ details: 'Checked', user: null });
    expect((await family.listHistory(...on).page()).items[0]).to.include({
      details: 'Checked',
      user: 'System Generated',
    });
  }
}

/** Reads every report. */
async function reports(lp: Ledgerport, connectionId: string): Promise<void> {
  const [contact] = (await lp.contacts.list(connectionId, { limit: 1 }).page()).items;
  const of = { contact_id: contact?.id ?? 'none' };
  const { getProfitAndLoss, getBalanceSheet, getTrialBalance, getAgedReceivables, getAgedPayables, getBankSummary } =
    lp.reports;
  const read = [
    await getProfitAndLoss(connectionId, { from: '2026-10-01', to: '2026-10-31', periods: 2, basis: 'cash' }),
    await getBalanceSheet(connectionId, { layout: 'own' }),
    await getTrialBalance(connectionId),
    await getAgedReceivables(connectionId, of),
    await getAgedPayables(connectionId, of),
    await getBankSummary(connectionId),
  ];
  expect(read.map(({ report }) => report)).to.deep.equal([
    ...['profit_and_loss', 'balance_sheet', 'trial_balance', 'aged_receivables', 'aged_payables', 'bank_summary'],
  ]);
  expect(read[0]?.columns.map(({ key }) => key)).to.deep.equal(['current', 'earlier_1', 'earlier_2']);
}

/** Makes requests of one's own; nothing is unknown of them, so that nobody may settle one. */
async function ownRequests(lp: Ledgerport, connectionId: string): Promise<void> {
  const read = await lp.providerRequests.make(connectionId, { method: 'GET', path: '/ContactGroups' });
  expect(read).to.include({ effect: 'read', outcome: 'done', status: 200 });
  const body = { ContactGroups: [{ Name: 'Wholesale' }] };
  const made = await lp.providerRequests.make(connectionId, { method: 'PUT', path: '/ContactGroups', body });
  const listed = await lp.providerRequests.list(connectionId, { effect: 'write' }).page();
  expect(listed.items.map(({ id }) => id)).to.deep.equal([made.id]);
  expect(await lp.providerRequests.get(connectionId, made.id)).to.include({ template: '/ContactGroups', status: 200 });
  const settled = lp.providerRequests.settle(connectionId, made.id, { outcome: 'refused', ...reason });
  expect(await settled.catch((error: unknown) => error)).to.include({ reason: 'already_settled' });
}

async function subscribe(lp: Ledgerport, urls: Stage['urls']) {
  const nobody = await lp.webhooks.createEndpoint({ url: urls.nobody, event_types: ['connection.created'] });
  const somebody = await lp.webhooks.createEndpoint({ url: urls.somebody, event_types: ['*'] });
  expect(somebody.signing_secret).to.match(/^whsec_/);
  const rotated = await lp.webhooks.rotateEndpointSecret(somebody.webhook_endpoint_id);
  expect(rotated.signing_secret).not.to.equal(somebody.signing_secret);
  const changed = await lp.webhooks.updateEndpoint(somebody.webhook_endpoint_id, { description: 'of a test' });
  expect(await lp.webhooks.getEndpoint(somebody.webhook_endpoint_id)).to.deep.equal(changed);
  expect((await lp.webhooks.listEndpoints().page()).items).to.have.length(2);
  return { nobody: nobody.webhook_endpoint_id, somebody: somebody.webhook_endpoint_id };
}

async function masterData(lp: Ledgerport, connectionId: string): Promise<void> {
  expect((await lp.connections.list({ external_account_id: 'customer-1' }).page()).items).to.have.length(1);
  expect(await lp.connections.get(connectionId)).to.include({ connection_id: connectionId, status: 'active' });
  const { url } = await lp.portalSessions.create({ connection_id: connectionId, return_url: 'http://localhost:3000/' });
  expect((await fetch(url)).status).to.equal(200);
  const { id } = await lp.contacts.create(connectionId, { name: 'Harbour Coffee' });
  expect(await lp.contacts.update(connectionId, id, { first_name: 'A' })).to.include({ id, first_name: 'A' });
  expect(await lp.contacts.get(connectionId, id)).to.include({ first_name: 'A', name: 'Harbour Coffee' });
  const native = { provider_data: { Code: '987', Name: 'Test sales', Type: 'REVENUE' } };
  const account = await lp.accounts.create(connectionId, native);
  const renamed = { provider_data: { Name: 'Renamed' }, preserve_existing: true };
  expect((await lp.accounts.update(connectionId, account.id, renamed)).name).to.equal('Renamed');
  expect((await lp.accounts.get(connectionId, account.id)).code).to.equal('987');
  const sync = await lp.connections.sync(connectionId, { scope: 'all' });
  expect((await lp.operations.wait(sync.operation_id)).type).to.equal('connection.sync');
  for await (const contact of lp.contacts.list(connectionId, { limit: 1 })) expect(contact.id).to.match(/^con_/);
  expect((await lp.accounts.list(connectionId).page()).items.length).to.be.greaterThan(1);
  const [organization] = (await lp.organizations.list(connectionId).page()).items;
  expect((await lp.organizations.get(connectionId, organization?.id ?? '')).id).to.equal(organization?.id);
  const [rate] = (await lp.taxRates.list(connectionId).page()).items;
  expect((await lp.taxRates.get(connectionId, rate?.id ?? '')).tax_type).to.equal(rate?.tax_type);
  const [theme] = (await lp.brandingThemes.list(connectionId).page()).items;
  expect((await lp.brandingThemes.get(connectionId, theme?.id ?? '')).name).to.equal(theme?.name);
  const item = await lp.items.create(connectionId, { code: 'DESK', sale: { unit_price: 120, account_code: '200' } });
  expect((await lp.items.update(connectionId, item.id, { sale: { unit_price: 130 } })).sale).to.deep.include({
    unit_price: 130,
    account_code: '200',
  });
  expect((await lp.items.get(connectionId, item.id)).code).to.equal('DESK');
  expect((await lp.items.list(connectionId, { code: 'DESK' }).page()).items.map(({ id }) => id)).to.eql([item.id]);
  const former = await lp.items.create(connectionId, { code: 'FORMER' });
  expect(await lp.items.delete(connectionId, former.id)).to.deep.equal({ deleted: true });
  const [category] = (await lp.trackingCategories.list(connectionId).page()).items;
  expect((await lp.trackingCategories.get(connectionId, category?.id ?? '')).name).to.equal(category?.name);
  const link = await lp.organizations.getDeepLink(connectionId, { resource_id: organization?.id ?? '' });
  expect(link).to.have.property('url').that.is.a('string');
}

async function invoicesAndPayments(lp: Ledgerport, connectionId: string, contact_id: string): Promise<void> {
  const body = { contact_id, status: 'AUTHORISED', due_date: '2030-01-31', line_items } as const;
  const { id, provider_id, number } = await lp.invoices.create(connectionId, body);
  expect(await lp.invoices.get(connectionId, id, { include: 'provider_data' })).to.have.property('provider_data');
  expect((await lp.invoices.get(connectionId, provider_id)).id).to.equal(id);
  await lp.invoices.update(connectionId, id, { external_reference: 'changed' });
  const found = await lp.invoices.list(connectionId, { external_reference: 'changed' }).page();
  expect(found.items.map((item) => item.number)).to.deep.equal([number]);
  expect((await lp.invoices.getOnlineUrl(connectionId, { resource_id: id })).url).to.match(/^http/);
  const pdf = await lp.invoices.downloadPdf(connectionId, { resource_id: id });
  expect([pdf.contentType, pdf.fileName]).to.deep.equal(['application/pdf', `${number}.pdf`]);
  expect(Buffer.from(await pdf.bytes()).toString('latin1', 0, 5)).to.equal('%PDF-');
  const payment = { invoice_id: id, account_code: '090', amount: 10, date: '2026-11-20' };
  const paid = await lp.payments.create(connectionId, payment);
  expect((await lp.payments.get(connectionId, paid.id)).amount).to.equal(10);
  expect((await lp.payments.update(connectionId, paid.id, { status: 'DELETED' })).status).to.equal('DELETED');
  expect((await lp.payments.list(connectionId, { status: 'DELETED' }).page()).items[0]?.id).to.equal(paid.id);
  await filled(lp.invoices.getTimeline(connectionId, id));
  expect(await lp.invoices.cancel(connectionId, id, reason)).to.include({ cancellation_status: 'voided' });
  const again = await lp.invoices.create(connectionId, { contact_id, line_items });
  const cancelled = await lp.invoices.cancelByProviderId(connectionId, again.provider_id, reason);
  expect(cancelled).to.include({ cancellation_status: 'deleted' });
}

async function quotesAndOrders(lp: Ledgerport, connectionId: string, contact_id: string): Promise<void> {
  const quote = await lp.quotes.create(connectionId, { contact_id, issue_date: '2026-11-20', line_items });
  await lp.quotes.update(connectionId, quote.id, { title: 'changed' });
  expect((await lp.quotes.get(connectionId, quote.id)).title).to.equal('changed');
  expect((await lp.quotes.list(connectionId, { id: quote.id }).page()).items).to.have.length(1);
  const searched = await lp.quotes.search(connectionId, { number: quote.number ?? '' }).page();
  expect(searched.items.map(({ id }) => id)).to.deep.equal([quote.id]);
  expect((await lp.quotes.downloadPdf(connectionId, { resource_id: quote.id })).contentType).to.include('pdf');
  const credit = { type: 'receivable', contact_id, issue_date: '2026-11-20', line_items } as const;
  const note = await lp.creditNotes.create(connectionId, credit);
  expect((await lp.creditNotes.get(connectionId, note.id)).number).to.equal(note.number);
  expect((await lp.creditNotes.list(connectionId, { id: note.id }).page()).items).to.have.length(1);
  expect((await lp.creditNotes.update(connectionId, note.id, { status: 'AUTHORISED' })).status).to.equal('AUTHORISED');
  const settled = { contact_id, due_date: '2026-12-20', status: 'AUTHORISED', line_items } as const;
  const part = { invoice_id: (await lp.invoices.create(connectionId, settled)).id, amount: 20 };
  expect((await lp.creditNotes.checkAllocate(connectionId, note.id, part)).item).to.deep.equal(part);
  const allocated = await lp.creditNotes.allocate(connectionId, note.id, part);
  expect(allocated).to.include(part);
  const allocation = allocated.allocation_id ?? '';
  expect(await lp.creditNotes.removeAllocation(connectionId, note.id, allocation)).to.deep.equal({ removed: true });
  const voided = await lp.creditNotes.cancel(connectionId, note.id, reason);
  expect([voided.cancellation_status, voided.item.id]).to.deep.equal(['voided', note.id]);
  const order = await lp.purchaseOrders.create(connectionId, { contact_id, line_items });
  await lp.purchaseOrders.update(connectionId, order.id, { telephone: '1' });
  expect((await lp.purchaseOrders.get(connectionId, order.id)).telephone).to.equal('1');
  expect((await lp.purchaseOrders.list(connectionId, { id: order.id }).page()).items).to.have.length(1);
  const pdf = await lp.purchaseOrders.downloadPdf(connectionId, { resource_id: order.id });
  expect(pdf.stream).to.be.instanceOf(ReadableStream);
}

/** Journals and transfers are written and cancelled, a repeating invoice is ended. */
async function postAndMove(lp: Ledgerport, connectionId: string): Promise<void> {
  const lines = [10, -10].map((line_amount) => ({ line_amount, account_code: '970' }));
  const journal = { narration: 'A test', date: '2026-11-20', line_amount_mode: 'no_tax', lines } as const;
  expect((await lp.manualJournals.checkCreate(connectionId, journal)).item).to.include({ narration: 'A test' });
  const { id } = await lp.manualJournals.create(connectionId, journal);
  expect((await lp.manualJournals.checkUpdate(connectionId, id, { status: 'POSTED' })).item).to.be.an('object');
  expect(await lp.manualJournals.update(connectionId, id, { status: 'POSTED' })).to.include({ status: 'POSTED' });
  expect((await lp.manualJournals.get(connectionId, id)).lines).to.have.length(2);
  expect((await lp.manualJournals.list(connectionId, { date_from: '2026-11-20', id }).page()).items).to.have.length(1);
  expect(await lp.manualJournals.cancel(connectionId, id, reason)).to.include({ cancellation_status: 'voided' });
  const { operation_id } = await lp.manualJournals.createMany(connectionId, [{ item_key: 'one', ...journal }]);
  expect((await lp.operations.wait(operation_id)).state).to.equal('succeeded');
  const [before] = (await lp.bankTransfers.list(connectionId, { limit: 1 }).page()).items;
  const { from_account_id, to_account_id } = before ?? {};
  const moved = { from_account_id: from_account_id ?? '', to_account_id: to_account_id ?? '' };
  const transfer = { ...moved, amount: 5, date: '2026-11-20' };
  expect((await lp.bankTransfers.checkCreate(connectionId, transfer)).item).to.include({ amount: 5 });
  const made = await lp.bankTransfers.create(connectionId, transfer);
  expect((await lp.bankTransfers.get(connectionId, made.id)).amount).to.equal(5);
  expect(await lp.bankTransfers.cancel(connectionId, made.id, reason)).to.include({ cancellation_status: 'deleted' });
  const [repeating] = (await lp.repeatingInvoices.list(connectionId).page()).items;
  const ended = repeating?.id ?? '';
  expect((await lp.repeatingInvoices.get(connectionId, ended)).schedule).to.include({ unit: 'month' });
  expect(await lp.repeatingInvoices.cancel(connectionId, ended, reason)).to.include({ cancellation_status: 'deleted' });
}

async function writeItems(lp: Ledgerport, connectionId: string): Promise<void> {
  const items = ['M-1', 'M-2'].map((code) => ({ item_key: code, code }));
  const { operation_id } = await lp.items.createMany(connectionId, items);
  expect((await lp.operations.wait(operation_id)).state).to.equal('succeeded');
}

async function writeMany(lp: Ledgerport, connectionId: string, contact_id: string): Promise<void> {
  const one = { item_key: 'one', contact_id, line_items };
  const issued = { ...one, issue_date: '2026-11-20' };
  const { id: invoice_id } = await lp.invoices.create(connectionId, {
    contact_id,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    line_items,
  });
  const paid = { item_key: 'one', invoice_id, account_code: '090', amount: 1 };
  for (const { operation_id } of [
    await lp.contacts.createMany(connectionId, [{ item_key: 'one', id: contact_id, first_name: 'Ada' }]),
    await lp.invoices.createMany(connectionId, [one, { ...one, item_key: 'two' }]),
    await lp.creditNotes.createMany(connectionId, [{ ...issued, type: 'receivable' }]),
    await lp.quotes.createMany(connectionId, [issued]),
    await lp.purchaseOrders.createMany(connectionId, [one]),
    await lp.payments.createMany(connectionId, [paid]),
  ]) {
    await lp.operations.wait(operation_id);
    const [first] = await lp.operations.items(operation_id, { status: 'succeeded' }).toArray({ limit: 1 });
    expect(first?.item_key).to.equal('one');
  }
}

async function automate(lp: Ledgerport, connection_id: string, contact_id: string): Promise<void> {
  const automation = {
    connection_id,
    recipe: 'invoice.create_and_deliver',
    input: { invoice: { contact_id, due_date: '2030-01-31', line_items }, deliver: 'none' },
  } as const;
  const plan = await lp.automations.create({ ...automation, dry_run: true });
  expect(plan.steps.some(({ writes }) => writes)).to.equal(true);
  const started = await lp.automations.create(automation);
  const { steps } = await lp.operations.wait(started.operation_id);
  expect(steps.every(({ state }) => state === 'succeeded')).to.equal(true);
}

async function backgroundWork(lp: Ledgerport, connectionId: string, nobody: string): Promise<void> {
  await lp.webhooks.testEndpoint(nobody);
  const first = (state: 'dead_letter' | 'retrying') =>
    until(
      state,
      async () => (await lp.webhooks.listDeliveries({ webhook_endpoint_id: nobody, state }).page()).items[0],
    );
  const { operation_id: lost } = await first('dead_letter');
  const failure = await lp.operations.wait(lost).catch((error: unknown) => error);
  expect(failure).to.be.instanceOf(OperationFailed).with.property('operationId', lost);
  expect((await lp.operations.replay(lost, reason)).run).to.equal(2);
  const failed = { filter: { type: 'connection.sync', state: 'failed' }, ...reason } as const;
  expect((await lp.operations.replayMany({ ...failed, dry_run: true })).count).to.deep.equal({
    value: 0,
    at_least: false,
  });
  const { operation_id: many } = await lp.operations.replayMany(failed);
  expect((await lp.operations.wait(many)).result).to.include({ matched: 0, replayed: 0 });
  for await (const { count } of lp.operations.listFailures()) expect(count).to.be.greaterThan(0);
  const { operation_id: waiting } = await first('retrying');
  await lp.operations.cancel(waiting, reason);
  expect((await lp.operations.get(waiting)).state).to.equal('cancelled');
  await filled(lp.operations.getTimeline(waiting));
  expect((await lp.operations.list({ connection_id: connectionId }).page()).items.length).to.be.greaterThan(1);
  await filled(lp.connections.getTimeline(connectionId));
  expect((await lp.connections.budget(connectionId)).day.limit).to.equal(5_000);
  await lp.connections.listLookAlikes(connectionId).page();
  const followed = await lp.connections.update(connectionId, { follow: { families: ['quotes'], minutes: 30 } });
  expect(followed.follow).to.deep.equal({ families: ['quotes'], minutes: 30, calls_a_day: 48 });
}

async function news(lp: Ledgerport, { somebody, nobody }: Record<'somebody' | 'nobody', string>): Promise<void> {
  const made = await until('a delivery', async () => {
    const page = await lp.webhooks.listDeliveries({ webhook_endpoint_id: somebody, state: 'succeeded' }).page();
    return page.items[0];
  });
  const event = await lp.events.get(made.event_id);
  const listed: string[] = [];
  for await (const { id } of lp.events.list({ limit: 2 })) listed.push(id);
  expect(listed).to.include(event.id);
  await filled(lp.events.getTimeline(event.id));
  const delivery = await lp.webhooks.getDelivery(made.delivery_id);
  expect(delivery.attempts.at(-1)?.response_status).to.equal(200);
  expect((await lp.webhooks.replayDelivery(made.delivery_id, reason)).delivery_id).to.equal(made.delivery_id);
  const all = { filter: { webhook_endpoint_id: somebody, state: 'succeeded' }, ...reason } as const;
  expect((await lp.webhooks.replayManyDeliveries({ ...all, dry_run: true })).sample.length).to.be.greaterThan(0);
  expect((await lp.webhooks.replayManyDeliveries(all)).type).to.equal('webhook.redeliver_many');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recovery = await lp.webhooks.recoverEndpoint(nobody, { since, ...reason });
  expect(recovery.type).to.equal('webhook.recover');
  expect(await lp.webhooks.getEndpointStatistics(somebody)).to.be.an('object');
  expect((await lp.usage.get({ group_by: 'meter' }).page()).items.length).to.be.greaterThan(0);
}

async function requests(lp: Ledgerport): Promise<void> {
  const requestId = `chosen-${crypto.randomUUID()}`;
  await lp.connections.get('conn_none', { requestId }).catch(() => undefined);
  const found = await until('the request', () => lp.requests.get(requestId).catch(() => undefined));
  expect(found).to.include({ status: 404, code: 'NOT_FOUND', request_id: requestId });
  const listed = await lp.requests
    .list({ status: 'failed', route: '/v1/connections/:connection_id' })
    .toArray({ limit: 1 });
  expect(listed.map(({ id }) => id)).to.deep.equal([found.id]);
  const groups = await lp.requests.listFailures({ code: 'NOT_FOUND' }).page();
  expect(groups.items[0]?.count).to.be.greaterThan(0);
}

async function end(lp: Ledgerport, connectionId: string, endpointId: string): Promise<void> {
  expect(await lp.webhooks.deleteEndpoint(endpointId)).to.have.property('webhook_endpoint_id', endpointId);
  expect((await lp.connections.delete(connectionId)).status).to.match(/^disconnect/);
}
