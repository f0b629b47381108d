import { expect } from 'chai';
import { purgedDocument } from '../../domain/retention.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';
import { givenService } from '../testing/worlds.ts';
import { drain, expectWhole, openBooks, type SyncedBooks, typesOf } from './testing/syncing.ts';

describe('syncing a connection', () => {
  const { service, tenancy } = givenService();
  const open = (options?: Parameters<typeof openBooks>[2]): Promise<SyncedBooks> =>
    openBooks(service, tenancy, options);
  const listCalls = async (): Promise<readonly string[]> =>
    (await service.calls('GET /api.xro')).map(({ path }) => path.replace(/^.*\/2\.0\//, '').replace(/\?.*$/, ''));

  it('fills every list when a connection is activated, and tells only that it is through', async () => {
    const books = await open({ seed: 'small' });
    for (const type of [
      ...(['invoices', 'contacts', 'quotes', 'purchase_orders', 'payments'] as const),
      ...(['organizations', 'accounts', 'tax_rates', 'branding_themes', 'items', 'tracking_categories'] as const),
      ...(['manual_journals', 'bank_transfers', 'repeating_invoices'] as const),
      ...(['bank_transactions', 'prepayments', 'overpayments'] as const),
    ]) {
      expect((await books.cached(type)).length, type).to.be.greaterThan(0);
    }
    const events = await books.events();
    expect(typesOf(events)).to.deep.equal(['connection.created', 'sync.completed']);
    const [operation] = await books.operations('connection.sync');
    expect(operation).to.include({ state: 'succeeded', subject: 'all' });
    expect(operation?.input).to.deep.equal({ scope: 'all', emit_invoice_snapshots: false, trigger: 'activation' });
    expect(events[1]?.data).to.deep.include({
      connection_id: books.connection.id,
      operation_id: operation?.id,
      scope: 'all',
      counts: operation?.result,
    });
    expect(operation?.result).to.deep.include({ invoices: { read: 4, changed: 4, announced: 0, removed: 0 } });
    const found = await service.core.connections.find(tenancy.test, books.connection.id);
    const now = service.ports.clock.now().getTime();
    expect(found.lastSyncedAt?.getTime()).to.be.within(operation?.startedAt?.getTime() ?? now, now);
  });

  it('costs 100 contact edits within an hour at most 60 calls: families that are read whole rest for the hour', async () => {
    const books = await open({ seed: 'small' });
    const { storage } = service.ports;
    service.advance(3_601);
    await service.sandbox.control('DELETE', 'requests');
    const asked = { owner: books.connection, scope: 'all', requestId: tenancy.test.requestId } as const;
    for (let edit = 0; edit < 100; edit++) {
      await storage.operations.insertCoalesced([await draftNotifiedSync(storage, service.ports, asked)]);
      service.advance(36);
      await drain(service);
    }
    const calls = await listCalls();
    const of = (family: string) => calls.filter((call) => call === family).length;
    expect(calls.length).to.be.at.most(60);
    expect(['ManualJournals', 'BankTransfers', 'RepeatingInvoices'].map(of)).to.deep.equal([0, 0, 0]);
    expect(['BankTransactions', 'Prepayments', 'Overpayments'].map(of)).to.deep.equal([0, 0, 0]);
    expect(['Accounts', 'TaxRates', 'BrandingThemes', 'Organisation'].map(of)).to.deep.equal([1, 1, 1, 1]);
    expect([of('Contacts'), of('CreditNotes'), of('Quotes')]).to.deep.equal([11, 11, 4]);
    // A sync that a request asks for reads all families completely, even those that were read shortly before.
    service.advance(600);
    await drain(service);
    await service.sandbox.control('DELETE', 'requests');
    await books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });
    expect([...(await listCalls())].sort()).to.deep.equal(everyFamily);
  });

  it('costs a quiet connection one call a family, and tells nothing', async () => {
    const books = await open({ seed: 'small' });
    const before = await books.events();
    for (const seconds of [0, 400, 400]) {
      service.advance(seconds);
      await service.sandbox.control('DELETE', 'requests');
      const { result } = await books.synced({ type: 'connection.sync', scope: 'all' });
      expect([...(await listCalls())].sort()).to.deep.equal(everyFamily);
      expect(Object.values(result as object).map(({ changed }) => changed)).to.deep.equal(everyFamily.map(() => 0));
      await service.sandbox.control('DELETE', 'requests');
      await books.synced();
      expect(await listCalls()).to.deep.equal(['Invoices']);
    }
    expect(await books.events()).to.deep.equal(before);
  });

  it('reads a burst of changes again only until the overlap has passed', async () => {
    const books = await open();
    await books.invoices(1500);
    const read = async () => ((await books.synced()).result as { invoices: { read: number } }).invoices.read;
    expect(await read()).to.be.at.least(1500);
    expect(await read()).to.be.at.least(1500);
    service.advance(400);
    expect(await read()).to.be.at.least(1500);
    expect(await read()).to.be.below(1001);
  });

  const everyFamily = [
    ...[
      'Accounts',
      'BankTransactions',
      'BankTransfers',
      'BrandingThemes',
      'Contacts',
      'CreditNotes',
      'Invoices',
      'Items',
    ],
    ...[
      'ManualJournals',
      'Organisation',
      'Overpayments',
      'Payments',
      'Prepayments',
      'PurchaseOrders',
      'Quotes',
      'RepeatingInvoices',
      'TaxRates',
    ],
    'TrackingCategories',
  ];

  it('tells of what no notification told of, once, with what it was before', async () => {
    const books = await open({ seed: 'small' });
    const [paid = '', changed = ''] = await books.invoices(2);
    await books.synced();
    await books.pay(paid);
    await books.change(changed, { Status: 'VOIDED' });
    await books.synced();
    await books.synced();
    const events = (await books.events()).slice(2);
    expectWhole(await books.events());
    const told = events.map(({ type, data }) => [
      type,
      (data['invoice'] as { provider_id?: string } | undefined)?.provider_id,
    ]);
    const completed = ['sync.completed', undefined];
    expect(told).to.deep.equal([
      ['invoice.updated', paid],
      ['invoice.updated', changed],
      completed,
      ['invoice.updated', paid],
      ['invoice.payment_changed', paid],
      ['invoice.paid', paid],
      ['invoice.updated', changed],
      ['invoice.payment_changed', changed],
      completed,
    ]);
    expect(events[3]?.data['previous']).to.deep.equal({ status: 'AUTHORISED', amount_paid: 0, amount_due: 115 });
  });

  it('tells what a payment at the provider did to an invoice that is older than the connection', async () => {
    const books = await open({ seed: 'small' });
    const old = (await books.cached('invoices')).find(({ fields }) => fields['external_reference'] === 'JOB-77');
    await books.pay(old?.providerId ?? '', 15);
    await books.synced();
    expect(typesOf(await books.events()).slice(2)).to.deep.equal([
      'invoice.updated',
      'invoice.payment_changed',
      'sync.completed',
    ]);
  });

  it('finds out what was deleted, voided or archived, and what is no longer listed', async () => {
    const books = await open({ seed: 'small' });
    const [authorised = ''] = await books.invoices(1);
    const [draft] = await books.ledger.call('GET', 'Invoices?Statuses=DRAFT');
    const contact = (await books.cached('contacts')).find(({ fields }) => fields['name'] === 'City Power');
    const gone = String(draft?.['InvoiceID']);
    await books.change(authorised, { Status: 'VOIDED' });
    await books.change(gone, { Status: 'DELETED' });
    await books.ledger.call('POST', `Contacts/${contact?.providerId}`, { ContactStatus: 'ARCHIVED' });
    const theme = { type: 'branding_themes', providerId: crypto.randomUUID() } as const;
    const stale = { ...theme, providerUpdatedAt: null, fields: { name: 'Gone' }, native: {}, fetchedAt: new Date(0) };
    await service.ports.storage.records.put([[books.connection, [stale]]]);
    const sync = () => books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });
    const themes = async () => (await books.cached('branding_themes')).map(({ providerId }) => providerId);
    await sync();
    expect(await themes(), 'one answer may be wrong').to.include(theme.providerId);
    service.advance(300);
    const operation = await sync();
    const statuses = async (type: 'invoices' | 'contacts', id: string) =>
      (await books.cached(type)).find(({ providerId }) => providerId === id)?.fields['status'];
    expect(await statuses('invoices', authorised)).to.equal('VOIDED');
    expect(await statuses('invoices', gone)).to.equal('DELETED');
    expect(await statuses('contacts', contact?.providerId ?? '')).to.equal('ARCHIVED');
    expect(await themes()).not.to.include(theme.providerId);
    expect(operation.result).to.deep.include({ branding_themes: { read: 2, changed: 0, announced: 0, removed: 1 } });
  });

  it('tells every invoice once for each sync that asks for snapshots, and of a change in its own words', async () => {
    const books = await open({ seed: 'small' });
    const [fresh = ''] = await books.invoices(1);
    const first = await books.synced({ type: 'connection.sync', emitsSnapshots: true, trigger: 'request' });
    const updated = async () => (await books.events('invoice.updated')).length;
    expect(await updated()).to.equal(5);
    await books.pay(fresh);
    await books.synced({ type: 'connection.sync', emitsSnapshots: true, trigger: 'request' });
    expect(await updated()).to.equal(10);
    expect(await books.events('invoice.paid')).to.have.length(1);
    expectWhole(await books.events());
    expect(first.result).to.deep.equal({ invoices: { read: 5, changed: 1, announced: 5, removed: 0 } });
    await books.synced();
    expect(await updated()).to.equal(10);
  });

  it('does nothing for a connection that is not active, and the next activation makes up for it', async () => {
    const books = await open();
    const { connection } = books;
    const { storage } = service.ports;
    const [invoice = ''] = await books.invoices(1);
    const waiting = { ...connection, status: 'action_required', statusReason: 'revoked' } as const;
    await storage.connections.update(waiting, 'active');
    const operation = await books.synced();
    expect(operation).to.deep.include({ state: 'succeeded', result: { skipped: 'connection_not_active' } });
    expect(await books.events('invoice.updated')).to.deep.equal([]);
    await openAgain(books);
    const told = await books.events('invoice.updated');
    expect(told.map(({ data }) => (data['invoice'] as { provider_id: string }).provider_id)).to.deep.equal([invoice]);
  });

  it('reads all again, but tells only of changes, when a disconnected connection is revived', async () => {
    const books = await open({ seed: 'small' });
    const [paid = '', paidMeanwhile = ''] = await books.invoices(2);
    await books.synced();
    service.advance(1000);
    await books.invoices(1);
    await books.synced();
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    await drain(service);
    expect(await books.cached('invoices')).to.deep.equal([]);
    service.advance(1000);
    await books.pay(paidMeanwhile);
    await openAgain(books);
    expect(await books.cached('invoices')).to.have.length(7);
    await books.pay(paid);
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    await openAgain(books);
    const told = (await books.events('invoice.updated')).map(({ data }) => data);
    // Events from before the disconnect have lost their documents.
    expect(told.slice(0, 3)).to.deep.equal([purgedDocument, purgedDocument, purgedDocument]);
    const invoices = told.slice(3).map((data) => (data['invoice'] as { provider_id: string }).provider_id);
    expect(invoices).to.deep.equal([paidMeanwhile, paid]);
    expect(await books.events('invoice.paid')).to.have.length(2);
  });

  async function openAgain(books: SyncedBooks): Promise<void> {
    const { connected } = await import('../testing/connecting.ts');
    const fields = { external_account_id: books.connection.externalAccountId };
    const again = await connected(service, tenancy.test, books.tenantId, fields);
    expect(again.id).to.equal(books.connection.id);
    await drain(service);
  }
});
