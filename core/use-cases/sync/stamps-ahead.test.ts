// A record with a stamp in the future stops no sync: later changes are found and announced.

import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce, standInFor } from '../../../contract-tests/testing/opened.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openTwoHosts } from '../testing/two-hosts.ts';
import { openBooks } from './testing/syncing.ts';

const ahead2096 = new Date(Date.UTC(2096, 0, 1));

onBothDatabases('a record that is stamped in the future,', (given) => {
  let ids: readonly string[];
  /** The ledger shows these records under that stamp and lists them last, because it sorts by stamp. */
  const aheadIds = new Set<string>();
  const stamped = <Of extends LedgerRecord>(record: Of): Of =>
    aheadIds.has(record.providerId) ? { ...record, providerUpdatedAt: ahead2096 } : record;
  const hosts = openedOnce(() =>
    openTwoHosts(given(), (ports) =>
      withGateway(ports, {
        read: async (...asked) => stamped(await gatewayOf(ports).read(...asked)),
        list: async (access, type, query) => {
          const page = await gatewayOf(ports).list(access, type, query);
          if (type !== 'invoices' || page.next !== null) return page;
          const records = page.records.filter(({ providerId }) => !aheadIds.has(providerId));
          const last = [...aheadIds].map((id) => gatewayOf(ports).read(access, type, id));
          return { ...page, records: [...records, ...(await Promise.all(last)).map(stamped)] };
        },
      }),
    ),
  );
  const service = standInFor(() => hosts.service);
  const tenancy = openedOnce(() => service.newOrganization());
  const books = openedEach(() => {
    aheadIds.clear();
    return openBooks(service, tenancy);
  });
  beforeEach(async () => {
    ids = await books.invoices(2);
    service.advance(60);
    await books.synced();
  });

  const told = async (type: 'invoice.paid' | 'invoice.updated', invoiceId: string | undefined) =>
    (await books.events(type)).filter(({ data }) => JSON.stringify(data).includes(`"provider_id":"${invoiceId}"`));
  const warnings = async () =>
    (await service.core.connections.find(tenancy.test, books.connection.id)).syncWarnings.map(
      ({ type, providerId, reason }) => [type, providerId, reason],
    );

  it('hides no payment of another from the next reconciliation, and is shown on the connection', async () => {
    const [ahead = '', other = ''] = ids;
    aheadIds.add(ahead);
    await books.change(ahead, { Reference: 'ahead' });
    await books.synced();
    expect(await warnings()).to.deep.equal([['invoices', ahead, 'stamp_in_future']]);
    service.advance(60);
    await books.pay(other);
    expect((await books.synced()).result).to.deep.include({
      invoices: { read: 2, changed: 1, announced: 1, removed: 0 },
    });
    expect(await told('invoice.paid', other)).to.have.length(1);
    expect(await told('invoice.updated', ahead)).to.have.length(2);
    const shown = (await books.cached('invoices')).find(({ providerId }) => providerId === ahead);
    const changedAt = shown?.providerUpdatedAt?.getTime() ?? 0;
    expect(changedAt).to.be.at.most(service.ports.clock.now().getTime());
    const place = { connectionId: books.connection.id, type: 'invoices' } as const;
    const since = { updatedSince: new Date(changedAt) };
    const { itemsJson } = await service.ports.storage.records.list(place, since, { limit: 50, page: 1 });
    expect(itemsJson).to.include(ahead);
  });

  it('is told again once it changes under a true stamp; its warning goes', async () => {
    const [ahead = ''] = ids;
    aheadIds.add(ahead);
    await books.change(ahead, { Reference: 'ahead' });
    await books.synced();
    service.advance(60);
    aheadIds.clear();
    await books.pay(ahead);
    await books.synced();
    expect(await told('invoice.paid', ahead)).to.have.length(1);
    expect(await warnings()).to.deep.equal([]);
    const shown = (await books.cached('invoices')).find(({ providerId }) => providerId === ahead);
    expect(shown?.fields['status']).to.equal('PAID');
  });

  it('that alternates under one stamp is told each time', async () => {
    const [ahead = ''] = ids;
    aheadIds.add(ahead);
    const payments: string[] = [];
    const live = async () => (await books.ledger.call('GET', `Invoices/${ahead}`))[0];
    for (const round of [1, 2]) {
      await books.pay(ahead);
      await books.synced();
      expect(await told('invoice.paid', ahead), `round ${round}`).to.have.length(round);
      const [payment] = ((await live())?.['Payments'] ?? []) as readonly { readonly PaymentID: string }[];
      payments.push(String(payment?.PaymentID));
      await books.ledger.call('POST', `Payments/${payments.at(-1)}`, { Status: 'DELETED' });
      await books.synced();
    }
  });

  it('that an earlier build has taken for its mark is forgotten: all is read, and missed payments are told', async () => {
    const [paid = ''] = ids;
    const ahead = ahead2096.getTime();
    await service.database
      .knex('sync_cursors')
      .where({ connection_id: books.connection.id, type: 'invoices' })
      .update({ high_water: ahead, read_from: ahead - 300_000 });
    await service.database
      .knex('cached_records')
      .where({ connection_id: books.connection.id, provider_id: paid })
      .update({ provider_updated_at: ahead });
    await books.pay(paid);
    service.advance(60);
    await books.synced();
    expect(await told('invoice.paid', paid)).to.have.length(1);
    const shown = (await books.cached('invoices')).find(({ providerId }) => providerId === paid);
    expect(shown?.fields['status']).to.equal('PAID');
    await service.sandbox.control('DELETE', 'requests');
    const [other = ''] = ids.slice(1);
    await books.pay(other);
    expect((await books.synced()).result).to.nested.include({ 'invoices.announced': 1 });
  });
});
