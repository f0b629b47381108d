import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Connection } from '../../domain/connection.ts';
import { type Operation, unfinishedMost } from '../../domain/operation.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, connect, drain, never, openEngine, operation, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { announceMany, deliveriesOf, pass, type Received, receivedFrom, sequences } from './testing/webhooks.ts';

describe('recovering what did not arrive', () => {
  let connections: readonly Connection[];
  let endpoint: WebhookEndpoint;
  let since: Date;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    connections = [];
    for (const tenant of ['t-1', 't-2', 't-3']) {
      connections = [...connections, await connect(engine, { providerTenantId: tenant })];
      advance(engine, 1);
    }
    ({ endpoint } = await subscribe(engine));
    since = engine.hands.now;
    advance(engine, 1);
  });

  const recover = async (body: object = {}): Promise<Operation> => {
    const write = {
      key: undefined,
      body: { since: since.toISOString(), reason: 'it was down', ...body },
    };
    const { value } = await engine.core.webhooks.recoverEndpoint(engine.caller, { endpointId: endpoint.id, write });
    return value;
  };
  const announceAll = async (each: number) => {
    for (const connection of connections) await announceMany(engine, connection, each);
  };
  /** Checks that each event arrived once, in the order of its connection's sequence. */
  const checkArrival = (received: readonly Received[], each: number) => {
    expect(new Set(received.map(({ id }) => id)).size).to.equal(received.length);
    const expected = Array.from({ length: each }, (_, i) => i + 1);
    for (const { id } of connections) expect(sequences(received)[id], id).to.deep.equal(expected);
  };

  it('after three days without a receiver everything arrives once, its attempts kept', async () => {
    engine.hands.answer = () => answered(500);
    for (let day = 0; day < 3; day++) {
      await announceAll(8);
      await pass(engine, 3600, 120);
      await pass(engine, 82_800, 3600);
    }
    const before = await deliveriesOf(engine, endpoint.id);
    expect(before.filter(({ state }) => state === 'succeeded')).to.deep.equal([]);
    engine.hands.answer = () => answered(200);
    const from = engine.hands.sent.length;
    const { id } = await recover();
    await drain(engine);
    await pass(engine, 10);
    expect(await operation(engine, id)).to.include({ state: 'succeeded' });
    checkArrival(receivedFrom(engine, from), 24);
    for (const delivery of await deliveriesOf(engine, endpoint.id)) {
      expect(delivery.state).to.equal('succeeded');
      const earlier = before.find((other) => other.id === delivery.id)?.attempts ?? [];
      expect(delivery.attempts.slice(0, -1)).to.deep.equal(earlier);
      expect(delivery.attempts.at(-1)).to.include({ responseStatus: 200 });
    }
  });

  it('redelivers what failed, died or was cancelled, under a new run', async () => {
    engine.hands.answer = () => answered(410);
    await announceAll(4);
    await drain(engine);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    engine.hands.answer = () => answered(200);
    const from = engine.hands.sent.length;
    const done = await operation(engine, (await recover()).id);
    await drain(engine);
    checkArrival(receivedFrom(engine, from), 4);
    expect((await operation(engine, done.id)).result).to.deep.equal({
      events: 12,
      redelivered: 12,
      waiting: 0,
      created: 0,
    });
    const [delivery] = await deliveriesOf(engine, endpoint.id);
    const work = await operation(engine, delivery?.operationId ?? ('' as never));
    expect(work.run).to.equal(2);
    expect(work.replays).to.have.length(1);
    expect(work.replays[0]).to.include({ actor: done.id, reason: 'it was down', previousState: 'failed' });
  });

  it('takes up every kind of end, and leaves alone what arrived', async () => {
    await announceAll(6);
    const [first, second, third, ...rest] = [...(await deliveriesOf(engine, endpoint.id))].reverse();
    const write = { key: 'c', body: { reason: 'no' } };
    await engine.core.operations.cancel(engine.caller, { operationId: first?.operationId ?? '', write });
    const finished_at = engine.hands.now.getTime();
    const end = (id: string | undefined, state: string) =>
      engine.database.knex('operations').where({ id }).update({ state, due_at: null, stage: 'ended', finished_at });
    await end(second?.operationId, 'dead_letter');
    await end(third?.operationId, 'failed');
    await end(rest[0]?.operationId, 'succeeded');
    const later = { state: 'retrying', due_at: finished_at + 3_600_000, stage: 'timer' };
    await engine.database.knex('operations').where({ state: 'queued' }).update(later);
    const { id } = await recover();
    await drain(engine);
    const arrived = sequences(receivedFrom(engine))[connections[0]?.id ?? ''];
    expect(arrived).to.deep.equal([1, 2, 3, 5, 6]);
    expect((await operation(engine, id)).result).to.deep.include({
      events: 18,
      redelivered: 3,
      waiting: 14,
      created: 0,
    });
  });

  it('makes a delivery of what the endpoint wanted while it was disabled, and of nothing else', async () => {
    await announceAll(1);
    await drain(engine);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await announceAll(3);
    await drain(engine);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    const from = engine.hands.sent.length;
    const { id } = await recover();
    await drain(engine);
    expect((await operation(engine, id)).result).to.deep.equal({ events: 12, redelivered: 0, waiting: 0, created: 9 });
    expect(Object.values(sequences(receivedFrom(engine, from)))).to.deep.equal(Array(3).fill([2, 3, 4]));
    const again = await recover();
    await drain(engine);
    expect((await operation(engine, again.id)).result).to.include({ redelivered: 0, waiting: 0, created: 0 });
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await announceAll(1);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, {
      status: 'enabled',
      event_types: ['invoice.paid'],
    });
    const none = await recover();
    await drain(engine);
    expect((await operation(engine, none.id)).result).to.include({ created: 0 });
  });

  it('waits while the organization has no capacity for what it would begin, and loses none of it', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await announceAll(1);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    const { id } = await recover();
    const { createWorkerApi } = await import('../../product-worker.ts');
    const operations = { ...engine.storage.operations, countUnfinished: async () => unfinishedMost };
    const full = createWorkerApi({ ...engine.ports, storage: { ...engine.storage, operations } });
    for (const leased of await full.claim(5)) await full.run(leased, never);
    const waiting = await operation(engine, id);
    expect(waiting).to.include({ state: 'retrying', attemptCount: 0 });
    expect(waiting.attempts.at(-1)?.error?.reason).to.equal('operations_backlog');
    expect(await deliveriesOf(engine, endpoint.id)).to.deep.equal([]);
    advance(engine, 6);
    await drain(engine);
    expect((await operation(engine, id)).result).to.include({ created: 3 });
  });

  it('lets others use the process between two batches', async () => {
    await announceAll(40);
    await drain(engine);
    await recover();
    const paused: number[] = [];
    const clock = { ...engine.ports.clock, wait: async (ms: number) => void paused.push(ms) };
    const worker = createWorkerApi({ ...engine.ports, clock });
    for (const leased of await worker.claim(1)) await worker.run(leased, never);
    expect(paused).to.deep.equal([5]);
  });

  it('keeps to its range, both ends included', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    const moments: string[] = [];
    for (let i = 0; i < 4; i++) {
      moments.push(engine.hands.now.toISOString());
      await announceMany(engine, connections[0] as Connection, 1);
      advance(engine, 60);
    }
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    await recover({ since: moments[1], until: moments[2] });
    await drain(engine);
    expect(Object.values(sequences(receivedFrom(engine)))).to.deep.equal([[2, 3]]);
  });

  it('goes on where a lost worker left it, and takes no event up twice', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await announceAll(150);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    const { id } = await recover();
    const [leased] = await engine.core.worker.claim(1);
    const { createWorkerApi } = await import('../../product-worker.ts');
    let commits = 0;
    const transaction: typeof engine.storage.transaction = (work) =>
      engine.storage.transaction(async (stores) => {
        const value = await work(stores);
        commits += 1;
        if (commits > 2) throw new Error('killed');
        return value;
      });
    const dying = createWorkerApi({ ...engine.ports, storage: { ...engine.storage, transaction } });
    await dying.run(leased ?? ('' as never), never);
    advance(engine, 60);
    await engine.core.worker.sweep();
    await drain(engine);
    const done = await operation(engine, id);
    expect(done.state).to.equal('succeeded');
    expect(done.result).to.deep.equal({ events: 450, redelivered: 0, waiting: 0, created: 450 });
    checkArrival(receivedFrom(engine), 150);
  });

  it('stops when it is cancelled; what it had put in line still goes', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await announceAll(150);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    const { id } = await recover();
    const [leased] = await engine.core.worker.claim(1);
    const write = { key: 'c', body: { reason: 'no' } };
    await engine.core.operations.cancel(engine.caller, { operationId: id, write });
    if (leased) await engine.core.worker.run(leased, never);
    await drain(engine);
    const { state, steps } = await operation(engine, id);
    expect([state, steps.length]).to.deep.equal(['cancelled', 1]);
    // The first batch has a hundred events, and the first of them says that the endpoint was disabled.
    expect(receivedFrom(engine)).to.have.length(99);
  });

  it('ends as failed when the endpoint was disabled meanwhile, as cancelled when it was removed', async () => {
    const { id } = await recover();
    const other = await subscribe(engine, ['*'], 'https://hooks.example/other');
    advance(engine, 1);
    const body = { since: since.toISOString(), reason: 'r' };
    const write = { key: undefined, body };
    const asked = { endpointId: other.endpoint.id, write };
    const cancelled = (await engine.core.webhooks.recoverEndpoint(engine.caller, asked)).value;
    await engine.core.webhooks.removeEndpoint(engine.caller, other.endpoint.id);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    await drain(engine);
    const { state, error } = await operation(engine, id);
    expect([state, error?.reason]).to.deep.equal(['failed', 'endpoint_disabled']);
    expect((await operation(engine, cancelled.id)).state).to.equal('cancelled');
  });
});
