import { expect } from 'chai';
import fc from 'fast-check';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { runsOf } from '../../tools/run-length.ts';
import type { Connection } from '../domain/connection.ts';
import type { Event } from '../domain/event.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import { maxLapses } from '../domain/operation.ts';
import { laneRules } from '../domain/work-lane.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { createWorkerApi } from '../product-worker.ts';
import {
  advance,
  connect,
  type Engine,
  eventsOf,
  invoice,
  never,
  notify,
  openEngine,
  operationsOf,
  paid,
  subscribe,
  unpaid,
} from '../use-cases/testing/engine.ts';
import { answered } from '../use-cases/testing/hands.ts';

const invoices = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const states = [unpaid, { ...unpaid, amount_paid: 40, amount_due: 60.1 }, paid, { ...unpaid, status: 'VOIDED' }];

/** What happens, in order; `twins` repeats the notification, `dies` counts the commits that the next worker survives. */
const history = fc.array(
  fc.record({
    invoice: fc.nat({ max: 2 }),
    state: fc.nat({ max: 3 }),
    twins: fc.nat({ max: 2 }),
    dies: fc.option(fc.nat({ max: 3 }), { nil: null, freq: 3 }),
    receiverIsDown: fc.boolean(),
  }),
  { minLength: 1, maxLength: 15 },
);

/** A process that is killed before its n-th commit; its leases run out. */
function dying(ports: CorePorts, survives: number): CorePorts {
  let left = survives;
  const transaction: CorePorts['storage']['transaction'] = (work) =>
    ports.storage.transaction(async (stores) => {
      const value = await work(stores);
      if (left <= 0) throw new Error('killed before the commit');
      left -= 1;
      return value;
    });
  return { ...ports, storage: { ...ports.storage, transaction } };
}

async function work(engine: Engine, workers: readonly CorePorts[]): Promise<void> {
  await Promise.all(
    workers.map(async (ports) => {
      const worker = createWorkerApi(ports);
      for (const leased of await worker.claim(3)) await worker.run(leased, never);
    }),
  );
  advance(engine, 31);
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

function revisionOf(data: JsonObject): { invoice: string; revision: string; stamp: number } {
  const told = data['invoice'] as JsonObject;
  const revision = String(told['provider_revision']);
  return { invoice: String(told['provider_id']), revision, stamp: Number.parseInt(revision, 10) };
}

async function checkTold(engine: Engine, expected: ReadonlyMap<string, number>): Promise<void> {
  const events = await eventsOf(engine);
  expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, i) => i + 1));
  expect(new Set(events.map(({ identity }) => identity)).size).to.equal(events.length);
  const last = new Map<string, number>();
  for (const { data } of events) {
    const { invoice: id, stamp } = revisionOf(data);
    expect(stamp, 'time runs backwards').to.be.at.least(last.get(id) ?? 0);
    last.set(id, stamp);
  }
  expect(last).to.deep.equal(expected);
  checkTransitions(events);
}

/**
 * Checks that each announcement continues from the one before, and that `invoice.paid` follows whenever an invoice becomes
 * paid.
 */
function checkTransitions(events: readonly Event[]): void {
  const held = new Map<string, Json>();
  const becamePaid: string[] = [];
  const saidPaid: string[] = [];
  for (const { type, data } of events) {
    const { invoice: told, previous } = data as { invoice: JsonObject; previous: JsonObject | null };
    const name = `${told['provider_id']} ${told['provider_revision']}`;
    if (type === 'invoice.paid') saidPaid.push(name);
    if (type !== 'invoice.updated') continue;
    expect(previous?.['status'] ?? null).to.equal(held.get(String(told['provider_id'])) ?? null);
    if (told['status'] === 'PAID' && previous?.['status'] !== 'PAID') becamePaid.push(name);
    held.set(String(told['provider_id']), told['status'] ?? null);
  }
  expect(saidPaid).to.deep.equal(becamePaid);
}

async function checkDelivered(engine: Engine): Promise<void> {
  const deliveries = await operationsOf(engine, 'webhook.deliver');
  const events = await eventsOf(engine);
  expect(deliveries.map(({ state }) => state)).to.deep.equal(events.map(() => 'succeeded'));
  const { items } = await engine.core.webhooks.listDeliveries(engine.caller, { limit: '200' });
  for (const { attempts } of items) {
    expect(attempts.filter(({ responseStatus }) => responseStatus === 200)).to.have.length(1);
  }
}

async function play(engine: Engine, steps: Parameters<Parameters<typeof history.map>[0]>[0]): Promise<void> {
  await connect(engine);
  await subscribe(engine);
  const expected = new Map<string, number>();
  let sequence = 0;
  let deaths = 0;
  for (const [i, step] of steps.entries()) {
    const id = invoices[step.invoice] ?? '';
    const at = new Date(Date.UTC(2026, 2, 1, 10, 0, i));
    expected.set(id, at.getTime());
    engine.hands.invoices.set(id, invoice(states[step.state] ?? {}, at.toISOString(), id));
    engine.hands.answer = () => answered(step.receiverIsDown ? 500 : 200);
    const told = Array.from({ length: 1 + step.twins }, () => id);
    await notify(engine, sequence + 1, told);
    await notify(engine, sequence + 1, told);
    sequence += told.length;
    // After one more death, an operation that met all of them would be a dead letter.
    const mayDie = step.dies !== null && ++deaths < maxLapses;
    const mortal = mayDie ? dying(engine.ports, step.dies ?? 0) : engine.ports;
    await work(engine, [engine.ports, mortal, mortal]);
  }
  await finish(engine);
  await checkTold(engine, expected);
  await checkDelivered(engine);
}

async function disconnectWhileHydrating(engine: Engine): Promise<void> {
  const connection: Connection = await connect(engine);
  await subscribe(engine);
  for (const [i, id] of invoices.entries()) {
    engine.hands.invoices.set(id, invoice(paid, '2026-03-01T10:00:00.000Z', id));
    await notify(engine, i * 4 + 1, [id, id, id, id]);
  }
  const claimed = await engine.core.worker.claim(12);
  expect(claimed).to.have.length(laneRules.notification.atOnce);
  const runs = claimed.map((leased) => engine.core.worker.run(leased, never));
  const gone = await engine.core.connections.disconnect(engine.caller, connection.id);
  await Promise.all(runs);
  expect(gone.status).to.equal('disconnected');
  await finish(engine);
  const events = await eventsOf(engine);
  expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, i) => i + 1));
  expect(events.at(-1)?.type).to.equal('connection.disconnected');
  const unsettled = engine.hands.logged.filter(({ message }) => message.includes('could not be settled'));
  expect(unsettled).to.deep.equal([]);
}

onBothDatabases('many workers', (given, name) => {
  const numRuns = name === 'SQLite' ? runsOf({ long: 20, short: 10 }) : runsOf({ long: 10, short: 5 });

  it('tell every change once and in order, whoever dies and whoever does not listen', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await play(await openEngine(await given().emptied()), steps);
      }),
      { numRuns },
    );
  });

  it('do not stand in the way of a disconnect, nor it in theirs', async () => {
    for (let round = 0; round < 5; round++) {
      await disconnectWhileHydrating(await openEngine(await given().emptied()));
    }
  });
});
