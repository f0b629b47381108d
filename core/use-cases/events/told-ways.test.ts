// The ways in which a change of a record is seen that announce-records.test.ts leaves out.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Event } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import { openAutomations } from '../automations/testing/automations.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { line } from '../resources/testing/books.ts';
import { booksOf, drain, dyingWorker, expectWhole, openBooks, type SyncedBooks } from '../sync/testing/syncing.ts';
import { write } from '../testing/connecting.ts';
import { givenService } from '../testing/worlds.ts';

/** What was told of records: the type of the event, the kind of change, and the record's name, number or amount. */
const told = (events: readonly Event[]): readonly string[] =>
  events
    .filter(({ type }) => type.endsWith('.changed'))
    .map(({ type, data }) => {
      const { name, total } = data['record'] as JsonObject;
      return `${type} ${String(data['change'])} ${String(name ?? total)}`;
    });

describe('changes that a step of an automation makes', () => {
  const automations = openedOnce(() => openAutomations());

  it('are told by the step, once, and nothing new by the sync that sees them after it', async () => {
    const { service } = automations;
    const bench = await automations.bench();
    const books = booksOf(service, { test: bench.caller }, bench.books.connection);
    await drain(service);
    const dated = { issue_date: '2030-01-01', due_date: '2030-01-31', status: 'authorised', line_items: [line] };
    const asked = { contact: { name: 'Walk-in Ltd' }, invoice: dated };
    const made = await bench.run('invoice.create_with_contact', asked);
    const { provider_id: invoice_id } = (made.result as Record<string, JsonObject>)['invoice'] ?? {};
    const paid = await bench.run('invoice.record_payment', { invoice_id, amount: 40, account_code: '090' });
    expect([made.state, paid.state]).to.deep.equal(['succeeded', 'succeeded']);
    const news = ['contact.changed created Walk-in Ltd', 'payment.changed created 40'];
    const events = await books.events();
    expect(told(events)).to.deep.equal(news);
    const by = events.filter(({ type }) => type.endsWith('.changed')).map(({ operationId }) => operationId);
    expect(by).to.deep.equal([made.id, paid.id]);
    await books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });
    const all = await books.events();
    expect(told(all).slice(0, 2)).to.deep.equal(news);
    // The invoice has made a customer of the contact.
    expect(told(all).slice(2)).to.deep.equal(['contact.changed updated Walk-in Ltd']);
    expect(all.findLast(({ type }) => type === 'contact.changed')?.data['changed']).to.deep.equal(['is_customer']);
    await books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });
    expect(told(await books.events())).to.have.length(3);
    expectWhole(await books.events());
  });
});

describe('own writes while a connection is first synced', () => {
  const { service, tenancy } = givenService();
  const contactOf = async ({ tenantId }: SyncedBooks) => {
    const [contact] = await service.sandbox.documents(tenantId, 'Contacts');
    return String(contact?.['ContactID']).toLowerCase();
  };
  const rename = ({ connection }: SyncedBooks, resourceId: string, name: string) =>
    service.core.resources.update(tenancy.test, {
      ...{ connectionId: connection.id, type: 'contacts', resourceId },
      write: write({ name }),
    });
  const create = ({ connection }: SyncedBooks, name: string) =>
    service.core.resources.create(tenancy.test, {
      ...{ connectionId: connection.id, type: 'contacts' },
      write: write({ name }),
    });
  const syncEnds = async () => {
    service.advance(60);
    await service.core.worker.sweep();
    await drain(service);
  };

  it('tell what they made, and nothing of a record that nobody had read', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small', synced: false });
    const known = await contactOf(books);
    await rename(books, known, 'Renamed before it was read');
    await create(books, 'Made before the sync');
    await syncEnds();
    expect(told(await books.events())).to.deep.equal(['contact.changed created Made before the sync']);
    await rename(books, known, 'Renamed after it');
    expect(told(await books.events()).slice(1)).to.deep.equal(['contact.changed updated Renamed after it']);
    expectWhole(await books.events());
  });

  it('tell a change of what the sync has read already, once, though the sync reads on and dies in between', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small', synced: false });
    const known = await contactOf(books);
    let survives = 0;
    // Dies a commit later each time, until the family of contacts is stored.
    while ((await books.cached('contacts')).length === 0) {
      await drain(service, dyingWorker(service.ports, ++survives)).catch(() => {});
      service.advance(60);
      await service.core.worker.sweep();
    }
    expect(await books.events('sync.completed')).to.deep.equal([]);
    await rename(books, known, 'Renamed while it ran');
    await create(books, 'Made while it ran');
    await syncEnds();
    expect(await books.events('sync.completed')).to.have.length(1);
    expect(told(await books.events())).to.deep.equal([
      'contact.changed updated Renamed while it ran',
      'contact.changed created Made while it ran',
    ]);
    expectWhole(await books.events());
  });
});

describe('under zero retention', () => {
  const { service, tenancy } = givenService();

  it('nothing is told of what notifications, syncs and bulk writes see either', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small', fields: { retention_mode: 'zero' } });
    const [contact] = await service.sandbox.documents(books.tenantId, 'Contacts');
    const resource_id = String(contact?.['ContactID']).toLowerCase();
    await books.ledger.call('POST', `Contacts/${resource_id}`, { ContactID: resource_id, Name: 'Edited at the books' });
    const asked = {
      ...({ type: 'notification.process', connectionId: books.connection.id, subject: resource_id } as const),
      ...{ requestId: tenancy.test.requestId, input: { resource_type: 'contacts', resource_id } },
    };
    await service.ports.storage.operations.insert([draftOperation(service.ports, books.connection, asked)]);
    const items = [1, 2].map((n) => ({ item_key: `i${n}`, name: `Bulk ${n}` }));
    const path = { connectionId: books.connection.id, type: 'contacts' as const, write: write({ items }) };
    await service.core.bulk.create(tenancy.test, path);
    await books.synced({ type: 'connection.reconcile', scope: 'all' });
    const [notified] = await books.operations('notification.process');
    expect([notified?.state, notified?.result]).to.deep.equal(['succeeded', { skipped: 'connection_not_active' }]);
    expect(told(await books.events())).to.deep.equal([]);
    expect(await books.cached('contacts')).to.deep.equal([]);
  });
});
