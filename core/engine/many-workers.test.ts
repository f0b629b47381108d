import { expect } from 'chai';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import type { Connection } from '../domain/connection.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { createWorkerApi } from '../product-worker.ts';
import { type Engine, invoice, never, openEngine, paid } from '../use-cases/testing/engine.ts';
import { answered } from '../use-cases/testing/hands.ts';

const invoices = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);

async function work(engine: Engine, workers: readonly CorePorts[]): Promise<void> {
  await Promise.all(
    workers.map(async (ports) => {
      const worker = createWorkerApi(ports);
      for (const leased of await worker.claim(3)) await worker.run(leased, never);
    }),
  );
  engine.advance(31);
  await engine.core.worker.sweep();
}

async function finish(engine: Engine): Promise<void> {
  engine.hands.answer = () => answered(200);
  for (let round = 0; round < 100; round++) {
    const due = await engine.core.worker.nextDueAt();
    if (!due) return;
    if (due > engine.hands.now) engine.hands.now = due;
    await work(engine, [engine.ports, engine.ports, engine.ports]);
  }
  throw new Error('the queue does not run dry');
}

async function disconnectWhileHydrating(engine: Engine): Promise<void> {
  const connection: Connection = await engine.connect();
  await engine.subscribe();
  for (const [i, id] of invoices.entries()) {
    engine.hands.invoices.set(id, invoice(paid, '2026-03-01T10:00:00.000Z', id));
    await engine.notify(i * 4 + 1, [id, id, id, id]);
  }
  const claimed = await engine.core.worker.claim(12);
  expect(claimed).to.have.length(12);
  const runs = claimed.map((leased) => engine.core.worker.run(leased, never));
  const gone = await engine.core.connections.disconnect(engine.caller, connection.id);
  await Promise.all(runs);
  expect(gone.status).to.equal('disconnected');
  await finish(engine);
  const events = await engine.events();
  expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, i) => i + 1));
  expect(events.at(-1)?.type).to.equal('connection.disconnected');
  const unsettled = engine.hands.logged.filter(({ message }) => message.includes('could not be settled'));
  expect(unsettled).to.deep.equal([]);
}

onBothDatabases('many workers', (given) => {
  it('do not stand in the way of a disconnect, nor it in theirs', async () => {
    for (let round = 0; round < 5; round++) {
      await disconnectWhileHydrating(await openEngine(await given().emptied()));
    }
  });
});
