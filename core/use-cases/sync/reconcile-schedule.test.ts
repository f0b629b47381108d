import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId, ProviderAppId } from '../../domain/ids.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { advance, connect, openEngine, operationsOf } from '../testing/engine.ts';
import { reconcileSchedule } from './reconcile-schedule.ts';

const minute = 60;

describe('the schedule of reconciliation', () => {
  let spread: number;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    spread = 0;
  });

  const run = (over: Partial<CorePorts> = {}) => {
    const ids = { ...engine.ports.ids, spread: () => spread };
    const ports = { ...engine.ports, ids, ...over };
    return runSchedules(ports, [reconcileSchedule(ports)]);
  };
  const connectAnother = (over: Partial<Connection> = {}) =>
    connect(engine, { providerTenantId: crypto.randomUUID(), ...over });
  /** Connects many, all of which are due at once. */
  const connectMany = async (count: number, over: Partial<Connection> = {}): Promise<readonly ConnectionId[]> => {
    const one = await connectAnother(over);
    const ids = Array.from({ length: count - 1 }, () => engine.ports.ids.next('conn'));
    for (const id of ids) await engine.storage.connections.insert({ ...one, id, providerTenantId: id });
    await engine.database.knex('reconciliations').update({ interval_ms: 15 * minute * 1000 });
    return [one.id, ...ids];
  };
  const queued = async (): Promise<readonly ConnectionId[]> =>
    engine.database.knex('operations').where({ type: 'connection.reconcile' }).pluck('connection_id');
  /** Ends what is queued, as workers do, until nothing is queued. */
  const end = async (ids: readonly ConnectionId[]) => {
    await engine.database
      .knex('operations')
      .whereIn('connection_id', [...ids])
      .update({ state: 'succeeded', stage: 'ended' });
    await engine.database.knex('operations').delete();
    for (const id of ids) await engine.storage.reconciliations.end(id, null);
  };

  it('a new connection gets a place in the interval, and from there its turn once an interval', async () => {
    const tick = run();
    const offsets = new Map<ConnectionId, number>();
    for (const share of [0.25, 0.5, 0.969]) {
      spread = share;
      offsets.set((await connectAnother()).id, Math.ceil((share * 900) / 5) * 5);
      await tick();
      expect(await queued()).to.deep.equal([]);
      advance(engine, 5);
    }
    const times = new Map<ConnectionId, number[]>();
    for (let second = 15; second < 45 * minute; second += 5) {
      await tick();
      for (const id of await queued()) times.set(id, [...(times.get(id) ?? []), second]);
      await end(await queued());
      advance(engine, 5);
    }
    let began = 0;
    for (const [id, offset] of offsets) {
      expect(times.get(id)).to.deep.equal([0, 900, 1800].map((later) => began + offset + later));
      began += 5;
    }
  });

  it('asks for a reconciliation of invoices', async () => {
    const [id] = await connectMany(1);
    await run()();
    const [operation] = await operationsOf(engine, 'connection.reconcile');
    expect(operation).to.deep.include({
      state: 'queued',
      connectionId: id,
      organizationId: engine.caller.organizationId,
      environment: 'test',
      subject: 'invoices',
      input: { scope: 'invoices', emit_invoice_snapshots: false, trigger: 'schedule' },
    });
  });

  it('asks not again while the last one waits for a worker', async () => {
    const ids = await connectMany(1);
    const tick = run();
    for (let round = 0; round < 3; round++) {
      await tick();
      advance(engine, 15 * minute);
    }
    expect(await queued()).to.deep.equal(ids);
  });

  it('leaves out what keeps no records, is not active, or no longer is', async () => {
    await connectMany(1, { retentionMode: 'zero' });
    await connectMany(1, { status: 'action_required' });
    const one = await connectAnother();
    await engine.storage.connections.update({ ...one, status: 'action_required' }, 'active');
    await engine.database.knex('reconciliations').update({ interval_ms: 1 });
    await run()();
    expect(await queued()).to.deep.equal([]);
  });

  it('turns and operations are stored together, or not at all', async () => {
    const ids = await connectMany(3);
    const transaction: CorePorts['storage']['transaction'] = (work) =>
      engine.storage.transaction(async (stores) => {
        await work(stores);
        throw new Error('killed before the commit');
      });
    const failure = await run({ storage: { ...engine.storage, transaction } })().catch(({ message }: Error) => message);
    expect(failure).to.equal('killed before the commit');
    expect(await queued()).to.deep.equal([]);
    advance(engine, 5);
    const tick = run();
    await tick();
    advance(engine, 6 * minute);
    await tick();
    expect([...(await queued())].sort()).to.deep.equal([...ids].sort());
  });

  it('after hours in which nothing ran each has one turn, and keeps its place in the interval', async () => {
    const ids = await connectMany(4);
    for (const [i, connectionId] of ids.entries()) {
      const dueAt = new Date(engine.hands.now.getTime() + i * 3 * minute * 1000);
      await engine.storage.reconciliations.plan([{ connectionId, dueAt, intervalMs: 900_000, plannedAt: null }]);
    }
    advance(engine, 3 * 60 * minute);
    const tick = run();
    await tick();
    expect([...(await queued())].sort()).to.deep.equal([...ids].sort());
    await end(ids);
    const order: ConnectionId[] = [];
    for (let second = 5; second <= 15 * minute; second += 5) {
      advance(engine, 5);
      await tick();
      order.push(...(await queued()));
      await end(await queued());
    }
    expect(order).to.deep.equal([...ids.slice(1), ids[0]]);
  });

  it('an app with more than its budget carries gets more as they end, the longest due first, and delays no other', async () => {
    const large = await connectMany(1_200);
    const app = await engine.core.access.registerProviderApp({
      provider: 'ledger',
      ...{ organizationId: engine.caller.organizationId, environment: 'test', name: 'small', clientId: 'small' },
      ...{ clientSecret: 's', webhookKey: 'w', makeDefault: false },
    });
    const small = await connectMany(2, { providerAppId: app.id as ProviderAppId });
    for (const [i, connectionId] of large.entries()) {
      const dueAt = new Date(engine.hands.now.getTime() - (large.length - i) * 1000);
      await engine.storage.reconciliations.plan([{ connectionId, dueAt, intervalMs: 900_000, plannedAt: null }]);
    }
    const tick = run();
    await tick();
    // Half of a part, so that the part has room for others.
    expect([...(await queued())].sort()).to.deep.equal([...large.slice(0, 600), ...small].sort());
    advance(engine, 5);
    await tick();
    const first = await queued();
    expect([...first].sort()).to.deep.equal([...large.slice(0, 1_000), ...small].sort());
    advance(engine, 5);
    await tick();
    expect(await queued()).to.have.length(first.length);
    await end(large.slice(0, 70));
    advance(engine, 5);
    await tick();
    expect([...(await queued())].sort()).to.deep.equal(large.slice(1_000, 1_070).sort());
  }).timeout(20_000);

  it('adds nothing while as many are on their way as may, then goes on', async () => {
    const ids = await connectMany(2);
    let others = 10_000;
    const { reconciliations } = engine.storage;
    const onTheWay = async (since: Date, most: number) =>
      Math.min(most, others + (await reconciliations.onTheWay(since, most)));
    const tick = run({ storage: { ...engine.storage, reconciliations: { ...reconciliations, onTheWay } } });
    await tick();
    expect(await queued()).to.deep.equal([]);
    others = 9_999;
    advance(engine, 5);
    await tick();
    expect(await queued()).to.have.length(1);
    others = 0;
    // The stopped tick continues after this app and ends; the next tick begins anew.
    for (let ticks = 0; ticks < 2; ticks++) {
      advance(engine, 5);
      await tick();
    }
    expect([...(await queued())].sort()).to.deep.equal([...ids].sort());
  });

  it('goes on beside a customer who asks for syncs without end', async () => {
    const [asked = ''] = await connectMany(1);
    await run()();
    expect(await queued()).to.deep.equal([asked]);
    await engine.database.knex('operations').update({ type: 'connection.sync', coalesce_key: null });
    const depth = async () => [{ lane: 'sync', due: 10_000, oldestDueAt: engine.hands.now } as const];
    const other = await connectMany(1);
    await engine.database
      .knex('reconciliations')
      .where({ connection_id: other[0] ?? '' })
      .update({ due_at: 0 });
    advance(engine, 5);
    await run({ storage: { ...engine.storage, operations: { ...engine.storage.operations, depth } } })();
    expect(await queued()).to.deep.equal(other);
  });
});
