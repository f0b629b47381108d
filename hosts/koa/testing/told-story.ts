// Calls every operation of the JSON API and causes every type of event, as a customer's day.
import { familyOf } from '#core';
import { connected } from '../../../core/use-cases/testing/connecting.ts';
import { refusalOf } from '../../../core/use-cases/testing/refusal.ts';
import { textAt } from '../../../tests/walk/client.ts';
import { resourceWords } from '../routes/resource-words.ts';
import { banking } from './bank-story.ts';
import { lookUpRequests, replayMany } from './looked-up-requests.ts';
import { tellOperational } from './operational-story.ts';
import { posting } from './posted-journals.ts';
import { type Asked, type Json, type SteadyService, steadyService } from './steady-service.ts';

export interface Story {
  readonly answers: SteadyService['answers'];
  /** The last sent event of each type. */
  readonly events: Readonly<Record<string, Json>>;
}

type Path = Readonly<Record<string, string>>;
const line_items = [{ description: 'Consulting, November', quantity: 2, unit_amount: 150.5, account_code: '200' }];
const why = (reason: string) => ({ reason });
const two = '?limit=2';

/** Calls an operation and returns the id in its answer. */
async function made(world: SteadyService, operationId: string, asked: Asked, name = 'item.id'): Promise<string> {
  return textAt((await world.call(operationId, asked)).body, `data.${name}`);
}

async function subscribing(world: SteadyService) {
  const url = 'https://app.example.com/hooks/accounting';
  const body = { url, event_types: ['*'], description: 'Billing' };
  const webhook_endpoint_id = await made(world, 'createWebhookEndpoint', { body }, 'webhook_endpoint_id');
  const down = { url: 'https://down.example.com/hooks', event_types: ['connection.created'] };
  const unheard = await made(world, 'createWebhookEndpoint', { body: down }, 'webhook_endpoint_id');
  return { webhook_endpoint_id, unheard };
}

async function connecting(world: SteadyService) {
  const { service, caller } = world;
  await world.call('listProviders');
  const session = {
    ...{ provider: 'ledger', external_account_id: 'customer-4711' },
    redirect_uri: 'https://app.example.com/accounting/done',
    metadata: { region: 'nz' },
  };
  const connect_session_id = await made(world, 'createConnectSession', { body: session }, 'connect_session_id');
  await world.call('getConnectSession', { path: { connect_session_id } });
  const mistaken = await made(world, 'createConnectSession', { body: session }, 'connect_session_id');
  await world.call('deleteConnectSession', { path: { connect_session_id: mistaken } });
  const tenant = async (name: string) =>
    String((await service.sandbox.control('POST', 'organisations', { name, seed: 'small' }))['tenant_id']);
  const tenantId = await tenant('Harbour Coffee Ltd');
  const { id } = await connected(service, caller, tenantId, { external_account_id: 'customer-4711' });
  const left = await tenant('Hill Bakery Ltd');
  const other = await connected(service, caller, left, { external_account_id: 'customer-4712' });
  await world.work();
  return { connection_id: id, tenantId, left, other: other.id };
}

async function writing(world: SteadyService, connection: Path, tenant_id: string): Promise<Path> {
  const make = async (operationId: string, body: unknown) => {
    await world.call(operationId, { path: connection, body, query: '?validate_only=true' });
    return made(world, operationId, { path: connection, body });
  };
  const change = async (operationId: string, resource_id: string, body: unknown) =>
    world.call(operationId, { path: { ...connection, resource_id }, body });
  const contact = await make('createContact', {
    ...{ name: 'Hill Bakery', email: 'accounts@example.com', contact_number: 'customer-4711' },
    phones: [{ type: 'DEFAULT', country_code: '64', area_code: '3', number: '555 0142' }],
    addresses: [{ type: 'STREET', line1: '12 Hill Road', city: 'Nelson', postal_code: '7010', country: 'New Zealand' }],
  });
  await change('updateContact', contact, {
    first_name: 'Ada',
    payment_terms: { sales: { day: 20, type: 'OFFOLLOWINGMONTH' } },
  });
  const due = { contact_id: contact, due_date: '2026-12-20', line_items };
  const invoice = await make('createInvoice', { ...due, external_reference: 'order-1001', status: 'AUTHORISED' });
  await change('updateInvoice', invoice, { external_reference: 'order-1001-b' });
  const second = await make('createInvoice', { ...due, external_reference: 'order-1002' });
  const third = await make('createInvoice', { ...due, external_reference: 'order-1003' });
  const quote = await make('createQuote', {
    contact_id: contact,
    issue_date: '2026-11-23',
    title: 'Fit-out',
    line_items,
  });
  await change('updateQuote', quote, { expiry_date: '2026-12-23' });
  const order = await make('createPurchaseOrder', { contact_id: contact, delivery_date: '2026-12-10', line_items });
  await change('updatePurchaseOrder', order, { telephone: '+64 3 555 0142' });
  const credit = { type: 'receivable', contact_id: contact, issue_date: '2026-11-23' };
  const note = await make('createCreditNote', { ...credit, line_items });
  await change('updateCreditNote', note, { status: 'AUTHORISED' });
  const allocated = { ...connection, resource_id: note };
  const part = { invoice_id: invoice, amount: 40.5 };
  await world.call('allocateCreditNote', { path: allocated, query: '?validate_only=true', body: part });
  const whole = { path: allocated, body: part };
  const allocation_id = await made(world, 'allocateCreditNote', whole, 'item.allocation_id');
  await world.call('removeCreditNoteAllocation', { path: { ...allocated, allocation_id } });
  const wrongNote = await make('createCreditNote', { ...credit, line_items });
  await world.call('cancelCreditNote', {
    path: { ...connection, resource_id: wrongNote },
    body: why('the goods did not come back'),
  });
  const account = await make('createAccount', {
    provider_data: { Code: '987', Name: 'Online sales', Type: 'REVENUE' },
  });
  await change('updateAccount', account, { provider_data: { Name: 'Web sales' }, preserve_existing: true });
  const item = await make('createItem', {
    ...{ code: 'BENCH-180', name: 'Workbench', description: 'Workbench, oak, 180 cm' },
    sale: { unit_price: 890, account_code: '200', tax_type: 'OUTPUT2' },
  });
  await change('updateItem', item, { sale: { unit_price: 920 } });
  const former = await make('createItem', { code: 'BENCH-90' });
  await world.call('deleteItem', { path: { ...connection, resource_id: former } });
  const payment = await make('createPayment', {
    invoice_id: invoice,
    account_code: '090',
    amount: 50,
    date: '2026-11-23',
  });
  await change('updatePayment', payment, { status: 'DELETED' });
  const refund = { credit_note_id: note, account_code: '090', amount: 10, date: '2026-11-23' };
  await change('updatePayment', await make('createPayment', refund), { status: 'DELETED' });
  await world.service.sandbox.control('POST', 'credits', { tenant_id, invoice_number: 'INV-0002', amount: 10 });
  const journals = await posting({ world, connection, make, change });
  const bank = await banking(world, connection, { contact, invoice });
  const written = { ...journals, ...bank, credit: note };
  return { contact, invoice, second, third, quote, order, account, item, payment, ...written };
}

/** Attaches a file to a record of each family that has files. */
async function attaching(world: SteadyService, connection: Path, ids: Path): Promise<void> {
  const records = {
    Invoice: ids['third'],
    CreditNote: ids['credit'],
    Quote: ids['quote'],
    PurchaseOrder: ids['order'],
    Contact: ids['contact'],
    Account: ids['account'],
    ManualJournal: ids['journal'],
    BankTransfer: ids['transfer'],
    RepeatingInvoice: ids['repeating'],
    BankTransaction: ids['spend'],
  };
  for (const [singular, resource_id = ''] of Object.entries(records)) {
    const path = { ...connection, resource_id };
    const file = { query: '?filename=order-1003.pdf', file: Buffer.from('%PDF-1.7'), key: `${singular} file` };
    const attachment_id = await made(world, `upload${singular}Attachment`, { path, ...file }, 'item.attachment_id');
    await world.call(`upload${singular}Attachment`, { path, query: '?filename=terms.pdf&size=9&validate_only=true' });
    await world.call(`upload${singular}Attachment`, { path, ...file });
    await world.call(`list${singular}Attachments`, { path });
    await world.call(`download${singular}Attachment`, { path: { ...path, attachment_id } });
  }
}

/** Reads every report of books in which a customer and a supplier owe and are owed. */
async function reporting(world: SteadyService, path: Path, { contact = '' }: Path): Promise<void> {
  const month = 'from=2026-11-01&to=2026-11-30';
  await world.call('getProfitAndLossReport', { path, query: `?${month}&periods=1` });
  await world.call('getBalanceSheetReport', { path, query: '?date=2026-11-30' });
  await world.call('getTrialBalanceReport', { path });
  for (const report of ['AgedReceivables', 'AgedPayables']) {
    await world.call(`get${report}Report`, { path, query: `?contact_id=${contact}` });
  }
  await world.call('getBankSummaryReport', { path, query: `?${month}` });
}

/** Notes a record of each family that has a history, and reads it. */
async function noting(world: SteadyService, connection: Path, ids: Path): Promise<void> {
  const records = {
    Invoice: ids['third'],
    CreditNote: ids['credit'],
    Quote: ids['quote'],
    PurchaseOrder: ids['order'],
    Contact: ids['contact'],
    Payment: ids['payment'],
    Item: ids['item'],
    ManualJournal: ids['journal'],
    BankTransfer: ids['transfer'],
    RepeatingInvoice: ids['repeating'],
    BankTransaction: ids['spend'],
    Prepayment: ids['prepayment'],
    Overpayment: ids['overpayment'],
  };
  for (const [singular, resource_id = ''] of Object.entries(records)) {
    const path = { ...connection, resource_id };
    const note = { path, body: { note: 'Approved by the warehouse, order 1003' }, key: `${singular} note` };
    await world.call(`add${singular}Note`, note);
    await world.call(`add${singular}Note`, note);
    await world.call(`list${singular}History`, { path });
  }
}

/** Makes requests of one's own; one loses its answer, and a person settles it. */
async function passing(world: SteadyService, connection: Path): Promise<void> {
  const group = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'Wholesale' }] } };
  await world.call('makeProviderRequest', { path: connection, body: { method: 'GET', path: '/ContactGroups' } });
  await world.service.sandbox.control('POST', 'faults', {
    match: { method: 'PUT', path: '/api.xro/2.0/ContactGroups' },
    action: { drop: 'after' },
  });
  const { core } = world.service;
  const asked = { connectionId: String(connection['connection_id']), write: { key: 'a lost group', body: group } };
  const lost = await refusalOf(core.providerRequests.make(world.caller, asked));
  const provider_request_id = lost.details.providerRequestId ?? '';
  await world.call('listProviderRequests', { path: connection, query: '?outcome=unknown' });
  const path = { ...connection, provider_request_id };
  await world.call('getProviderRequest', { path });
  world.service.advance(361);
  const body = { outcome: 'done', reason: 'The group Wholesale is in the books' };
  await world.call('settleProviderRequest', { path, body });
}

async function syncing(world: SteadyService, path: Path, tenant_id: string, invoice: string): Promise<void> {
  // What the API does not write, a person at the provider changes.
  for (const { type, plural } of resourceWords.filter(({ type }) => familyOf(type).writes === null)) {
    const atLedger = type === 'organizations' ? 'Organisations' : plural;
    await world.service.sandbox.control('POST', 'edits', { tenant_id, type: atLedger });
  }
  await world.call('syncConnection', { path, body: { scope: 'all' } });
  await world.work();
  const { body } = await world.call('getInvoice', { path: { ...path, resource_id: invoice } });
  const invoice_id = textAt(body, 'data.item.provider_id');
  await world.service.sandbox.control('POST', 'payments', { tenant_id, invoice_id });
  await world.call('syncConnection', { path, body: { scope: 'invoices' } });
  await world.work();
  await world.call('getInvoiceByProviderId', { path: { ...path, provider_id: invoice_id } });
}

async function reading(world: SteadyService, path: Path, ids: Path): Promise<void> {
  const families = {
    Organizations: ['Organization', ''],
    Contacts: ['Contact', ids['contact']],
    Invoices: ['Invoice', ids['invoice']],
    CreditNotes: ['CreditNote', ''],
    Quotes: ['Quote', ids['quote']],
    Payments: ['Payment', ids['payment']],
    PurchaseOrders: ['PurchaseOrder', ids['order']],
    Accounts: ['Account', ids['account']],
    TaxRates: ['TaxRate', ''],
    BrandingThemes: ['BrandingTheme', ''],
    Items: ['Item', ids['item']],
    TrackingCategories: ['TrackingCategory', ''],
    ManualJournals: ['ManualJournal', ids['journal']],
    BankTransfers: ['BankTransfer', ids['transfer']],
    RepeatingInvoices: ['RepeatingInvoice', ''],
    BankTransactions: ['BankTransaction', ids['spend']],
    Prepayments: ['Prepayment', ids['prepayment']],
    Overpayments: ['Overpayment', ids['overpayment']],
  };
  for (const [plural, [singular, known]] of Object.entries(families)) {
    const listed = await world.call(`list${plural}`, { path, query: two });
    const resource_id = known || textAt(listed.body, 'data.items.0.id');
    await world.call(`get${singular}`, { path: { ...path, resource_id } });
    if (plural === 'Organizations') await world.call('getOrganizationDeepLink', { path, body: { resource_id } });
  }
  await world.call('searchQuotes', { path, body: { name: 'Hill Bakery', status: 'DRAFT' } });
  const of = (name: string) => ({ path, body: { resource_id: ids[name] } });
  await world.call('downloadInvoicePdf', of('invoice'));
  await world.call('downloadQuotePdf', of('quote'));
  await world.call('downloadPurchaseOrderPdf', of('order'));
  await world.call('getInvoiceOnlineUrl', of('invoice'));
  const third = await world.call('getInvoice', { path: { ...path, resource_id: ids['third'] ?? '' } });
  const provider_id = textAt(third.body, 'data.item.provider_id');
  await world.call('cancelInvoice', {
    path: { ...path, resource_id: ids['second'] ?? '' },
    body: why('ordered twice'),
  });
  await world.call('cancelRepeatingInvoice', {
    path: { ...path, resource_id: ids['repeating'] ?? '' },
    body: why('the subscription ended'),
  });
  await world.call('cancelInvoiceByProviderId', { path: { ...path, provider_id }, body: why('ordered twice') });
  await world.call('getInvoiceTimeline', { path: { ...path, resource_id: ids['second'] ?? '' } });
}

async function automating(world: SteadyService, { connection_id }: Path): Promise<string> {
  const recipe = 'invoice.create_with_contact';
  const invoice = { due_date: '2026-12-20', line_items };
  const contact = { name: 'Harbour Bikes', email: 'office@example.com' };
  const body = { connection_id, recipe, input: { contact, invoice }, metadata: { order: '1004' } };
  await world.call('createAutomation', { body: { ...body, dry_run: true } });
  await world.call('createAutomation', { body });
  const wrong = [{ ...line_items[0], account_code: '9999' }];
  const input = { contact: { name: 'Quay Flowers' }, invoice: { ...invoice, line_items: wrong } };
  const failed = await made(world, 'createAutomation', { body: { ...body, input } }, 'operation_id');
  await world.work();
  await world.call('listRecipes');
  return failed;
}

/** Writes two invoices, of which the provider refuses one, and a record of each other family. */
async function writingMany(world: SteadyService, path: Path, { contact, invoice }: Path): Promise<void> {
  const due = { contact_id: contact, due_date: '2026-12-20' };
  const row = (number: number, account_code: string) => {
    const lines = [{ ...line_items[0], account_code }];
    return { item_key: `row-${number}`, ...due, external_reference: `import-${number}`, line_items: lines };
  };
  const items = [row(1, '200'), row(2, '9999')];
  const bulk = (family: string, item: object) => world.call(`createMany${family}`, { path, body: { items: [item] } });
  const body = { items, metadata: { file: 'november.csv' } };
  const operation_id = await made(world, 'createManyInvoices', { path, body }, 'operation_id');
  const one = { item_key: 'one' };
  await bulk('Contacts', { ...one, id: contact, last_name: 'Hill' });
  const dated = { ...one, contact_id: contact, issue_date: '2026-11-23', line_items };
  await bulk('CreditNotes', { ...dated, type: 'receivable' });
  await bulk('Quotes', dated);
  await bulk('PurchaseOrders', { ...one, contact_id: contact, line_items });
  const journal = { narration: 'Stock', date: '2026-11-23', line_amount_mode: 'no_tax' };
  const halves = [1, -1].map((line_amount) => ({ line_amount, account_code: '970' }));
  await bulk('ManualJournals', { ...one, ...journal, lines: halves });
  const spent = { ...one, kind: 'spend', contact_id: contact, bank_account_code: '090', date: '2026-11-24' };
  await bulk('BankTransactions', { ...spent, line_amount_mode: 'inclusive', line_items });
  await bulk('Items', { ...one, code: 'SHELF-80', name: 'Shelf' });
  await bulk('Payments', { ...one, invoice_id: invoice, account_code: '090', amount: 10, date: '2026-11-24' });
  await world.work();
  await world.call('listOperationItems', { path: { operation_id } });
}

async function operating(world: SteadyService, failed: string, endpoints: Path, path: Path): Promise<void> {
  const { webhook_endpoint_id = '', unheard = '' } = endpoints;
  const endpoint = { webhook_endpoint_id };
  await world.call('listOperations', { query: `${two}&type=automation.invoice.create_with_contact` });
  await world.call('getOperation', { path: { operation_id: failed } });
  await world.call('getOperationTimeline', { path: { operation_id: failed } });
  await world.call('replayOperation', { path: { operation_id: failed }, body: why('the account was added') });
  await world.work();
  await replayMany(world, 'replayManyOperations', { type: 'automation.invoice.create_with_contact' });
  const events = await world.call('listEvents', { query: `${two}&type=invoice.paid` });
  const event_id = textAt(events.body, 'data.items.0.id');
  await world.call('getEvent', { path: { event_id } });
  await world.call('getEventTimeline', { path: { event_id } });
  await world.call('testWebhookEndpoint', { path: endpoint });
  await world.work();
  const deliveries = await world.call('listWebhookDeliveries', { query: `${two}&event_id=${event_id}` });
  const delivery_id = textAt(deliveries.body, 'data.items.0.delivery_id');
  await world.call('getWebhookDelivery', { path: { delivery_id } });
  await world.call('replayWebhookDelivery', { path: { delivery_id }, body: why('the receiver lost its data') });
  await replayMany(world, 'replayManyWebhookDeliveries', { event_type: 'invoice.paid', state: 'succeeded' });
  await world.call('listWebhookEndpoints', { query: two });
  await world.call('getWebhookEndpoint', { path: { webhook_endpoint_id: unheard } });
  const change = { description: 'Billing and shipping', status: 'enabled' };
  await world.call('updateWebhookEndpoint', { path: endpoint, body: change });
  await world.call('rotateWebhookEndpointSecret', { path: endpoint });
  const outage = { since: '2026-11-23T09:00:00Z', until: '2026-11-23T10:00:00Z', reason: 'the receiver was down' };
  await world.call('recoverWebhookEndpoint', { path: endpoint, body: outage });
  await world.call('getWebhookEndpointStatistics', { path: endpoint });
  const waiting = await world.call('listOperations', { query: '?state=retrying&limit=1' });
  const operation_id = textAt(waiting.body, 'data.items.0.operation_id');
  await world.call('cancelOperation', { path: { operation_id }, body: why('the endpoint is gone') });
  await world.call('deleteWebhookEndpoint', { path: { webhook_endpoint_id: unheard } });
  await world.call('listConnections', { query: two });
  await world.call('getConnection', { path });
  await world.call('getUsage', { query: two });
}

/** The second connection's customer withdraws consent; then the connection is removed. */
async function leaving(world: SteadyService, { tenant_id, connection_id }: Path): Promise<void> {
  await world.service.sandbox.control('POST', 'revoke', { tenant_id });
  const path = { connection_id: connection_id ?? '' };
  await world.call('syncConnection', { path, body: {} });
  await world.work();
  await world.call('deleteConnection', { path });
  await world.work();
}

export async function tellStory(): Promise<Story> {
  const world = await steadyService();
  try {
    await world.call('getHealth');
    await world.call('getReadiness');
    const endpoints = await subscribing(world);
    const { connection_id, tenantId, other, left } = await connecting(world);
    const path = { connection_id };
    const ids = await writing(world, path, tenantId);
    await syncing(world, path, tenantId, ids['invoice'] ?? '');
    await reading(world, path, ids);
    await world.call('getConnectionTimeline', { path: { connection_id: other } });
    const failed = await automating(world, path);
    await writingMany(world, path, ids);
    await operating(world, failed, endpoints, path);
    await lookUpRequests(world, connection_id, ids['contact']);
    await leaving(world, { tenant_id: left, connection_id: other });
    await attaching(world, path, ids);
    await noting(world, path, ids);
    await reporting(world, path, ids);
    await passing(world, path);
    await world.call('updateConnection', {
      path,
      body: { follow: { families: ['quotes', 'purchase_orders'], minutes: 30 } },
    });
    for (const name of ['getConnectionBudget', 'listLookAlikes']) await world.call(name, { path });
    await world.call('createPortalSession', { body: path });
    await tellOperational(world, connection_id);
    const events = Object.fromEntries(world.sent.map((event) => [String(event['type']), event]));
    return { answers: world.answers, events };
  } finally {
    await world.service.close();
  }
}
