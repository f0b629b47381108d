import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import { createWorkerApi } from '../../product-worker.ts';
import {
  advance,
  claimOne,
  connect,
  drain,
  invoice,
  invoiceId,
  never,
  notify,
  openEngine,
  unpaid,
} from '../testing/engine.ts';

const stamp = '2026-03-01T10:00:00.000Z';

describe('a worker that lost its lease while it read an invoice', () => {
  it('caches nothing, whatever the next worker cached', async () => {
    const engine = await openEngine();
    const { hands, ports, core, storage, database } = engine;
    const { id } = await connect(engine);
    hands.invoices.set(invoiceId, invoice(unpaid, stamp));
    await notify(engine, 1, [invoiceId]);
    const leased = await claimOne(engine);
    const read: typeof ports.gateway.read = async (...given) => {
      const record = await ports.gateway.read(...given);
      advance(engine, 31);
      await core.worker.sweep();
      advance(engine, 60);
      await drain(engine);
      expect(await database.knex('cached_records').delete()).to.equal(1);
      return record;
    };
    await createWorkerApi({ ...ports, gateway: { ...ports.gateway, read } }).run(leased, never);
    const { items } = await listedRecords(storage, { connectionId: id, type: 'invoices' }, {}, { limit: 9, page: 1 });
    expect(items).to.deep.equal([]);
    await engine.close();
  });
});
