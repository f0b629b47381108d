import { expect } from 'chai';
import type { JsonObject } from '../../core/domain/json.ts';
import {
  advance,
  connect,
  drain,
  type Engine,
  eventsOf,
  invoice,
  invoiceId,
  never,
  notify,
  openEngine,
  paid,
  unpaid,
} from '../../core/use-cases/testing/engine.ts';

const stamp = '2026-03-01T12:00:01.000Z';

describe('two states of an invoice under one stamp', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
    await connect(engine);
  });
  afterEach(() => engine.close());

  const stands = (fields: JsonObject) => engine.hands.invoices.set(invoiceId, invoice(fields, stamp));
  const told = async () =>
    (await eventsOf(engine)).map(({ type, data }) => [type, (data['invoice'] as JsonObject)['status']].join(' '));

  /** A worker that has read one state and is kept from telling it until `meanwhile` is over. */
  async function readBefore(meanwhile: () => Promise<void>): Promise<void> {
    const [leased] = await engine.core.worker.claim(1);
    if (!leased) throw new Error('nothing is due');
    const { transaction } = engine.storage;
    let commits = 0;
    const storage = {
      ...engine.ports.storage,
      transaction: (async (work) => {
        if (++commits === 1) await meanwhile();
        return transaction(work);
      }) as typeof transaction,
    };
    const { createWorkerApi } = await import('../../core/product-worker.ts');
    await createWorkerApi({ ...engine.ports, storage }).run(leased, never);
  }

  it('are told in the order in which they were read, whoever tells last', async () => {
    stands(unpaid);
    await notify(engine, 1, [invoiceId]);
    await readBefore(async () => {
      advance(engine, 1);
      stands(paid);
      await notify(engine, 2, [invoiceId]);
      await drain(engine);
    });
    advance(engine, 1);
    await drain(engine);
    expect(await told()).to.deep.equal(['invoice.updated PAID', 'invoice.payment_changed PAID', 'invoice.paid PAID']);
  });

  it('are read again when the later one was read before the earlier one was told', async () => {
    const telling = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const workers: Promise<void>[] = [];
    for (const [i, fields] of [unpaid, paid].entries()) {
      stands(fields);
      await notify(engine, i + 1, [invoiceId]);
      const reading = Promise.withResolvers<void>();
      workers.push(
        readBefore(async () => {
          reading.resolve();
          await telling[i]?.promise;
        }),
      );
      await reading.promise;
    }
    for (const [i, { resolve }] of telling.entries()) {
      advance(engine, 1);
      resolve();
      await workers[i];
    }
    expect(await told()).to.deep.equal(['invoice.updated AUTHORISED']);
    expect(await drain(engine)).to.equal(1);
    expect((await told()).at(-1)).to.equal('invoice.paid PAID');
  });

  it('are told at once though the clock was put back: what was announced decides, not when', async () => {
    stands(unpaid);
    await notify(engine, 1, [invoiceId]);
    await drain(engine);
    advance(engine, -90);
    stands(paid);
    await notify(engine, 2, [invoiceId]);
    expect(await drain(engine)).to.equal(1);
    expect((await told()).at(-1)).to.equal('invoice.paid PAID');
    expect(await drain(engine)).to.equal(0);
  });
});
