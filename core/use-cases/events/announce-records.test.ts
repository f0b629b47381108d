import { expect } from 'chai';
import type { Event } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type ResourceType, toldTypes } from '../../domain/resource.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { line, openBooks as openWrites } from '../resources/testing/books.ts';
import { booksOf, drain, dyingWorker, expectWhole, openBooks, type SyncedBooks } from '../sync/testing/syncing.ts';
import { connected, write } from '../testing/connecting.ts';
import { givenService } from '../testing/worlds.ts';
import { removeGone } from './announce-records.ts';

describe('events of records', () => {
  const { service, tenancy } = givenService();
  const open = (seed = 'small', fields = {}) => openBooks(service, tenancy, { seed, fields });

  const atLedger = (type: string) =>
    type
      .replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
      .replace('Organizations', 'Organisations');
  const edit = async ({ tenantId }: Pick<SyncedBooks, 'tenantId'>, type: ResourceType, more: JsonObject = {}) =>
    String(
      (await service.sandbox.control('POST', 'edits', { tenant_id: tenantId, type: atLedger(type), ...more }))['id'],
    );
  const changes = (events: readonly Event[]) =>
    events
      .filter(({ type }) => type.endsWith('.changed'))
      .map(({ type, data }) =>
        `${type} ${String(data['change'])} ${(data['changed'] as readonly string[]).join()}`.trim(),
      );
  const syncAll = (books: SyncedBooks) => books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });

  it('tell of an edit in every family, once, with what has changed', async () => {
    const books = await open();
    expect(changes(await books.events())).to.eql([]);
    const ids = new Map<string, string>();
    for (const type of toldTypes) ids.set(type, await edit(books, type));
    await syncAll(books);
    await syncAll(books);
    const told = (await books.events()).filter(({ type }) => type.endsWith('.changed'));
    expect(changes(told).sort()).to.eql([
      'account.changed updated name',
      'bank_transaction.changed updated external_reference',
      'bank_transfer.changed updated external_reference',
      'branding_theme.changed updated name',
      'contact.changed updated name',
      'credit_note.changed updated external_reference',
      'item.changed updated name',
      'manual_journal.changed updated narration',
      'organization.changed updated name,legal_name',
      'overpayment.changed updated number',
      'payment.changed updated external_reference',
      'prepayment.changed updated number',
      'purchase_order.changed updated external_reference',
      'quote.changed updated external_reference',
      'repeating_invoice.changed updated external_reference',
      'tax_rate.changed updated name',
      'tracking_category.changed updated name',
    ]);
    for (const { data } of told) {
      const record = data['record'] as JsonObject;
      expect(record['provider_id'], String(record['type'])).to.equal(ids.get(String(record['type'])));
    }
    expectWhole(await books.events());
  });

  it('tell what a sync, a read and a second sync see of one state once', async () => {
    const books = await open();
    const id = await edit(books, 'quotes');
    const at = { connectionId: books.connection.id, type: 'quotes' as const, resourceId: id };
    await service.core.resources.read(tenancy.test, at);
    await syncAll(books);
    await service.core.resources.read(tenancy.test, at);
    await books.synced({ type: 'connection.reconcile', scope: 'all' });
    expect(changes(await books.events())).to.eql(['quote.changed updated external_reference']);
    const [, , told] = await books.events();
    expect(told).to.include({ operationId: null, requestId: tenancy.test.requestId });
  });

  it('tell of own writes, single and in bulk, and nothing new when the notification and the sync see them', async () => {
    const books = await openWrites(service, tenancy);
    await drain(service);
    const contact = await books.create('contacts', { name: 'Ada Ltd', email: 'ada@example.com' });
    await books.update('contacts', contact.providerId, { first_name: 'Ada' });
    const items = [1, 2].map((n) => ({ item_key: `i${n}`, name: `Bulk ${n}` }));
    const path = { connectionId: books.connection.id, type: 'contacts' as const, write: write({ items }) };
    await service.core.bulk.create(tenancy.test, path);
    await drain(service);
    const synced = booksOf(service, tenancy, books.connection);
    await syncAll(synced);
    const [created, updated, ...bulk] = changes(await synced.events());
    expect(created).to.match(/^contact\.changed created name,email,/);
    expect(updated).to.equal('contact.changed updated first_name');
    expect(bulk.map((told) => told.split(' ')[1])).to.eql(['created', 'created']);
    expectWhole(await synced.events());
  });

  it('tell of a record once whose list leaves out what a read of it alone shows', async () => {
    const books = await openWrites(service, tenancy);
    await drain(service);
    const contact = await books.create('contacts', { name: 'Discounted Ltd' });
    const discounted = { ...line, discount_rate: 10 };
    const asked = { contact_id: contact.providerId, issue_date: '2030-01-01', line_items: [discounted] };
    const { providerId, fields } = await books.create('quotes', asked);
    expect(fields['total_discount']).to.be.greaterThan(0);
    const synced = booksOf(service, tenancy, books.connection);
    for (let n = 0; n < 2; n++) {
      await syncAll(synced);
      await books.read('quotes', providerId);
    }
    const told = changes(await synced.events()).filter((event) => event.startsWith('quote'));
    expect(told).to.have.length(1);
  });

  it('tell of a payment that a notification names, and of its deletion', async () => {
    const books = await open();
    const [invoice = ''] = await books.invoices(1);
    await books.synced();
    await books.pay(invoice);
    const payments = await service.sandbox.documents(books.tenantId, 'Payments');
    const paid = payments.find(({ Invoice }) => (Invoice as JsonObject)['InvoiceID'] === invoice);
    const id = String(paid?.['PaymentID']);
    const notify = async (resourceId: string) => {
      const work = { type: 'notification.process', connectionId: books.connection.id, subject: resourceId } as const;
      const input = { resource_type: 'payments', resource_id: resourceId };
      const asked = { ...work, requestId: tenancy.test.requestId, input };
      await service.ports.storage.operations.insert([draftOperation(service.ports, books.connection, asked)]);
      await drain(service);
    };
    await notify(id);
    await notify(id);
    await books.ledger.call('POST', `Payments/${id}`, { Status: 'DELETED' });
    await notify(id);
    await syncAll(books);
    const told = (await books.events()).filter(({ type }) => type === 'payment.changed');
    expect(told.map(({ data }) => [data['change'], (data['record'] as JsonObject)['total']])).to.eql([
      ['created', 115],
      ['deleted', 115],
    ]);
    expect(told[1]?.data['changed']).to.eql([]);
    expectWhole(await books.events());
  });

  it('tell nothing of what a first sync finds, not after a crash either, and tell what changes once it was read', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small', synced: false });
    const dying = dyingWorker(service.ports, 4);
    await drain(service, dying).catch(() => {});
    service.advance(60);
    await service.core.worker.sweep();
    await drain(service);
    expect(changes(await books.events())).to.eql([]);
    await edit(books, 'contacts');
    await syncAll(books);
    expect(changes(await books.events())).to.eql(['contact.changed updated name']);
  });

  it('tell nothing under zero retention', async () => {
    const books = await openWrites(service, tenancy, { retention_mode: 'zero' });
    const contact = await books.create('contacts', { name: 'Nobody Ltd' });
    await books.read('contacts', contact.providerId);
    expect(changes(await booksOf(service, tenancy, books.connection).events())).to.eql([]);
  });

  it('begin anew with a connection that comes back after a disconnect, and go on after a reconnect', async () => {
    const books = await open();
    const again = async () => {
      await connected(service, tenancy.test, books.tenantId, { external_account_id: books.tenantId });
      await drain(service);
    };
    await edit(books, 'tax_rates');
    await again();
    expect(changes(await books.events())).to.eql(['tax_rate.changed updated name']);
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    await edit(books, 'tax_rates');
    await edit(books, 'contacts');
    await again();
    const before = changes(await books.events()).length;
    await edit(books, 'tax_rates');
    await syncAll(books);
    expect(changes(await books.events()).slice(before)).to.eql(['tax_rate.changed updated name']);
    expect(before).to.be.at.most(1);
  });

  it('tell of a record that is gone as deleted, with what it was, and remove its copy', async () => {
    const books = await open();
    const id = await edit(books, 'branding_themes', { remove: true });
    const reader = { connection: books.connection, requestId: tenancy.test.requestId, operationId: null };
    const gone = { type: 'branding_themes', providerIds: [id], readBefore: service.ports.clock.now() } as const;
    const remove = () => service.ports.storage.transaction((stores) => removeGone(stores, service.ports, reader, gone));
    service.advance(1);
    expect(await remove()).to.equal(1);
    expect(await remove()).to.equal(0);
    expect((await books.cached('branding_themes')).map(({ providerId }) => providerId)).to.not.include(id);
    const told = (await books.events()).at(-1);
    expect(told?.data).to.deep.include({ change: 'deleted', changed: [] });
    expect(told?.data['record']).to.deep.include({ provider_id: id, type: 'branding_themes' });
  });
});
