// How far back a connection's first sync reads, as its link said.
import { expect } from 'chai';
import { connected, newSession, type SessionFields, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { booksOf, drain, openBooks, type SyncedBooks } from './testing/syncing.ts';

const day = 86_400;

describe('a first sync from a day on', () => {
  const { service, tenancy } = givenService();
  const dayOf = (days = 0) =>
    new Date(service.ports.clock.now().getTime() + days * day * 1000).toISOString().slice(0, 10);
  const count = async (books: SyncedBooks, type: 'contacts' | 'invoices' | 'quotes' | 'accounts') =>
    (await books.cached(type)).length;
  const syncAll = (books: SyncedBooks) => books.synced({ type: 'connection.sync', scope: 'all', trigger: 'request' });

  const open = (fields: { readonly sync_from?: string } = {}) => openBooks(service, tenancy, { seed: 'small', fields });

  it('leaves out what changed before, reads master data whole, and later syncs read what changes then', async () => {
    const all = await open();
    expect(await count(all, 'contacts')).to.be.greaterThan(0);
    const { tenantId } = all;
    await service.core.connections.disconnect(tenancy.test, all.connection.id);
    service.advance(3 * day);
    // Deletes what was stored of the connection.
    await drain(service);
    const again = { external_account_id: all.connection.externalAccountId, sync_from: dayOf() };
    const connection = await connected(service, tenancy.test, tenantId, again);
    const books = booksOf(service, tenancy, connection);
    await drain(service);
    expect([
      await count(books, 'contacts'),
      await count(books, 'invoices'),
      await count(books, 'quotes'),
    ]).to.deep.equal([0, 0, 0]);
    expect(await count(books, 'accounts')).to.be.greaterThan(0);
    await syncAll(books);
    expect(await count(books, 'contacts'), 'a later sync does not go back either').to.equal(0);
    await books.ledger.call('PUT', 'Contacts', { Contacts: [{ Name: 'Made since' }] });
    await syncAll(books);
    expect((await books.cached('contacts')).map(({ fields }) => fields['name'])).to.deep.equal(['Made since']);
    const shown = await service.core.connections.find(tenancy.test, connection.id);
    expect(shown.syncFrom).to.equal(again.sync_from);
  });

  it('takes in what changed on that day', async () => {
    const books = await open({ sync_from: dayOf() });
    expect(await count(books, 'contacts')).to.be.greaterThan(0);
  });

  const refused = async (fields: SessionFields) => {
    const { code, details } = await refusalOf(newSession(service, tenancy.test, fields));
    expect(code).to.equal('BAD_REQUEST');
    expect(details.errors?.[0]?.path).to.equal('sync_from');
    return details.errors?.[0]?.message;
  };

  it('is refused for a day to come, a day that is none, and where nothing is stored', async () => {
    expect(await refused({ sync_from: dayOf(1) })).to.equal('must not be in the future');
    expect(await refused({ sync_from: '2030-02-30' })).to.equal('must be a day that exists');
    expect(await refused({ sync_from: 'yesterday' })).to.match(/YYYY-MM-DD/);
    expect(await refused({ sync_from: dayOf(), retention_mode: 'zero' })).to.match(/zero retention/);
  });

  it('is refused for a connection that goes on where it was, not for one that was disconnected', async () => {
    const books = await open();
    const body = { connection_id: books.connection.id, sync_from: dayOf() };
    const create = () => service.core.connectSessions.create(tenancy.test, write(body));
    expect((await refusalOf(create())).details.errors?.[0]?.message).to.match(/goes on where it was/);
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    expect((await create()).value.connectUrl).to.be.a('string');
  });

  it('is not forgotten by a build that does not know it: such a build does not find the link', async () => {
    await newSession(service, tenancy.test, { sync_from: dayOf() });
    const [row] = await service.database
      .knex('connect_sessions')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1);
    expect(row).to.include({ needs: 2, sync_from: dayOf() });
  });
});
