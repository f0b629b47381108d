import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { invoice, invoiceId, never, openEngine, unpaid } from '../testing/engine.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';

const stamp = '2026-03-01T10:00:00.000Z';

describe('a worker that lost its lease while it read an invoice', () => {
  it('caches nothing, whatever the next worker cached', async () => {
    const engine = await openEngine();
    const { hands, ports, core, storage, database } = engine;
    const { id } = await engine.connect();
    hands.invoices.set(invoiceId, invoice(unpaid, stamp));
    await engine.notify(1, [invoiceId]);
    const leased = await engine.claimOne();
    const read: LedgerGateway['read'] = async (...given) => {
      const record = await gatewayOf(ports).read(...given);
      engine.advance(31);
      await core.worker.sweep();
      engine.advance(60);
      await engine.drain();
      expect(await database.knex('cached_records').delete()).to.equal(1);
      return record;
    };
    await createWorkerApi(withGateway(ports, { read })).run(leased, never);
    const { items } = await listedRecords(storage, { connectionId: id, type: 'invoices' }, {}, { limit: 9, page: 1 });
    expect(items).to.deep.equal([]);
    await engine.close();
  });
});
