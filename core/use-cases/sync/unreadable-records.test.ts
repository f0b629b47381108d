// A record that cannot be read stops nothing, is shown, and does not count as removed.

import { expect } from 'chai';
import type { ResourceType } from '../../domain/resource.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';
import { openBooks, type SyncedBooks } from './testing/syncing.ts';

describe('records that cannot be read', () => {
  /** In these families the first record of each page cannot be read; it comes with its id or without. */
  let broken: ReadonlyMap<ResourceType, 'id' | 'no id'>;
  const { service, tenancy } = givenService({
    wrap: (ports) =>
      withGateway(ports, {
        list: async (access, type, query) => {
          const page = await gatewayOf(ports).list(access, type, query);
          const how = broken.get(type);
          const [first, ...records] = page.records;
          return how && first ? { ...page, records, unreadable: [how === 'id' ? first.providerId : null] } : page;
        },
      }),
  });
  beforeEach(() => {
    broken = new Map();
  });

  const warnings = async ({ connection }: SyncedBooks) =>
    (await service.core.connections.find(tenancy.test, connection.id)).syncWarnings.map(
      ({ type, providerId, reason }) => [type, providerId, reason],
    );
  const everything = { type: 'connection.sync', scope: 'all', trigger: 'request' } as const;

  it('are skipped, logged and shown until they are read again', async () => {
    broken = new Map([
      ['invoices', 'id'],
      ['accounts', 'no id'],
    ]);
    const books = await openBooks(service, tenancy, { seed: 'small' });
    const [[type, id, reason] = [], ...others] = (await warnings(books)).toReversed();
    expect([type, reason]).to.deep.equal(['invoices', 'not_understood']);
    expect(others).to.deep.equal([['accounts', null, 'not_understood']]);
    expect((await books.cached('invoices')).length).to.equal(3);
    const line = service.lines.find(({ message }) => message === 'a record of the provider has a sync warning');
    expect(line?.fields).to.include({ connection_id: books.connection.id, resource_type: 'invoices', provider_id: id });
    broken = new Map();
    await books.change(String(id), { Reference: 'changed' });
    expect((await books.synced(everything)).state).to.equal('succeeded');
    expect(await warnings(books)).to.deep.equal([]);
    expect((await books.cached('invoices')).length).to.equal(4);
  });

  it('do not count as removed', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small' });
    const before = await books.cached('accounts');
    broken = new Map([['accounts', 'no id']]);
    service.advance(60);
    const { result } = await books.synced(everything);
    expect(result).to.deep.include({ accounts: { read: before.length - 1, changed: 0, announced: 0, removed: 0 } });
    expect(await books.cached('accounts')).to.have.length(before.length);
  });
});
