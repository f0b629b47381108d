import { expect } from 'chai';
import fc from 'fast-check';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { runsOf } from '../../../tools/run-length.ts';
import type { Connection } from '../../domain/connection.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, connect, type Engine, never, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { announceMany, deliveriesOf, healthOf, receivedFrom } from './testing/webhooks.ts';

const happening = fc.record({
  news: fc.nat({ max: 6 }),
  connection: fc.nat({ max: 1 }),
  receiver: fc.constantFrom(200, 200, 500, 500, 503),
  recovers: fc.boolean(),
  seconds: fc.constantFrom(1, 10, 70, 400, 4000),
});

/** Three workers claim, run and sweep at once, until nothing is due. */
async function work(engine: Engine): Promise<void> {
  const workers = [engine.ports, engine.ports, engine.ports].map((ports) => createWorkerApi(ports));
  for (let round = 0; round < 60; round++) {
    const ran = await Promise.all(
      workers.map(async (worker) => {
        await worker.sweep();
        const claimed = await worker.claim(4);
        await Promise.all(claimed.map((leased) => worker.run(leased, never)));
        return claimed.length;
      }),
    );
    if (ran.every((count) => count === 0)) return;
  }
}

async function recover(engine: Engine, endpoint: WebhookEndpoint, since: Date): Promise<void> {
  const body = { since: since.toISOString(), reason: 'test' };
  const write = { key: undefined, body };
  await engine.core.webhooks.recoverEndpoint(engine.caller, { endpointId: endpoint.id, write });
}

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

async function play(engine: Engine, history: readonly Happening[]) {
  const connections: Connection[] = [];
  for (const providerTenantId of ['a', 'b']) connections.push(await connect(engine, { providerTenantId }));
  const { endpoint } = await subscribe(engine);
  const since = engine.hands.now;
  for (const { news, connection, receiver, recovers, seconds } of history) {
    const at = connections[connection];
    engine.hands.answer = () => answered(receiver);
    if (at) await announceMany(engine, at, news);
    advance(engine, 1);
    if (recovers) await recover(engine, endpoint, since);
    await work(engine);
    advance(engine, seconds);
    await work(engine);
  }
  engine.hands.answer = () => answered(200);
  advance(engine, 70);
  await recover(engine, endpoint, since);
  for (let round = 0; round < 4; round++) {
    await work(engine);
    advance(engine, 70);
  }
  return { endpoint, deliveries: await deliveriesOf(engine, endpoint.id) };
}

/** Delivers `count` at once, past the bound of one endpoint; returns the average milliseconds of a delivery. */
async function deliverAtOnce(engine: Engine, count: number): Promise<number> {
  const worker = createWorkerApi(engine.ports);
  const { knex } = engine.database;
  await knex('operations').where({ stage: 'waiting' }).update({ stage: 'ready' });
  const leases = await worker.claim(count);
  expect(leases).to.have.length(count);
  let arrived = 0;
  let release = (): void => {};
  const everyone = new Promise<void>((resolve) => {
    release = resolve;
  });
  engine.hands.duringSend = async () => {
    arrived += 1;
    if (arrived === leases.length) release();
    await everyone;
  };
  const startedMs = performance.now();
  await Promise.all(leases.map((leased) => worker.run(leased, never)));
  return (performance.now() - startedMs) / count;
}

onBothDatabases('a fleet and an endpoint that fails', (given, name) => {
  const numRuns = name === 'SQLite' ? runsOf({ long: 10, short: 5 }) : runsOf({ long: 8, short: 3 });

  it('whatever the receiver does and whoever recovers, everything arrives, and nobody waits for ever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 8 }), async (history) => {
        const engine = await openEngine(await given().emptied());
        const { endpoint, deliveries } = await play(engine, history);
        expect(deliveries.map(({ state }) => state)).to.deep.equal(deliveries.map(() => 'succeeded'));
        for (const { attempts } of deliveries) {
          expect(attempts.filter(({ responseStatus }) => responseStatus === 200)).to.have.length(1);
        }
        expect(await healthOf(engine, endpoint.id)).to.include({
          pausedAt: null,
          nextCheckAt: null,
        });
        const unsettled = engine.hands.logged.filter(({ message }) => message.includes('could not be settled'));
        expect(unsettled, 'nobody stood in another’s way').to.deep.equal([]);
        expect(receivedFrom(engine).length).to.be.at.least(deliveries.length);
      }),
      { numRuns },
    );
  });

  // SQLite has one connection, so they would run one by one.
  if (name === 'SQLite') return;
  const failures = runsOf({ long: 1000, short: 300 });
  it(`${failures} failures at once pause the endpoint, and none waits long for another`, async () => {
    const engine = await openEngine(await given().emptied());
    const connection = await connect(engine);
    const { endpoint } = await subscribe(engine);
    await announceMany(engine, connection, failures + 100);
    // A yardstick, because a busy machine takes longer for everything.
    const successMs = await deliverAtOnce(engine, 100);
    engine.hands.answer = () => answered(500);
    const failureMs = await deliverAtOnce(engine, failures);
    expect(failureMs).to.be.lessThan(3 * successMs);
    expect((await healthOf(engine, endpoint.id)).pausedAt).not.to.equal(null);
    const deliveries = await deliveriesOf(engine, endpoint.id);
    expect(deliveries.every(({ attempts }) => attempts.length === 1)).to.equal(true);
  });
});
