import { expect } from 'chai';
import type { JsonObject } from '../../core/domain/json.ts';
import {
  type Engine,
  invoice,
  invoiceId,
  never,
  openEngine,
  paid,
  unpaid,
} from '../../core/use-cases/testing/engine.ts';

const stamp = '2026-03-01T12:00:01.000Z';

describe('two states of an invoice under one stamp', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
    await engine.connect();
  });
  afterEach(() => engine.close());

  const stands = (fields: JsonObject) => engine.hands.invoices.set(invoiceId, invoice(fields, stamp));
  const told = async () =>
    (await engine.events()).map(({ type, data }) => [type, (data['invoice'] as JsonObject)['status']].join(' '));

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
    await engine.notify(1, [invoiceId]);
    await readBefore(async () => {
      engine.advance(1);
      stands(paid);
      await engine.notify(2, [invoiceId]);
      await engine.drain();
    });
    engine.advance(1);
    await engine.drain();
    expect(await told()).to.deep.equal(['invoice.updated PAID', 'invoice.payment_changed PAID', 'invoice.paid PAID']);
  });

  it('are read again when the later one was read before the earlier one was told', async () => {
    const telling = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const workers: Promise<void>[] = [];
    for (const [i, fields] of [unpaid, paid].entries()) {
      stands(fields);
      await engine.notify(i + 1, [invoiceId]);
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
      engine.advance(1);
      resolve();
      await workers[i];
    }
    expect(await told()).to.deep.equal(['invoice.updated AUTHORISED']);
    expect(await engine.drain()).to.equal(1);
    expect((await told()).at(-1)).to.equal('invoice.paid PAID');
  });

  it('are told at once though the clock was put back: what was announced decides, not when', async () => {
    stands(unpaid);
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    engine.advance(-90);
    stands(paid);
    await engine.notify(2, [invoiceId]);
    expect(await engine.drain()).to.equal(1);
    expect((await told()).at(-1)).to.equal('invoice.paid PAID');
    expect(await engine.drain()).to.equal(0);
  });
});
