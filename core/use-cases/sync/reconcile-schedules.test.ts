import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { advance, connect, type Engine, openEngine, operationsOf } from '../testing/engine.ts';
import { reconcileSchedules } from './reconcile-schedules.ts';

const minute = 60;

describe('the reconciliation schedules', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
    // The quarter begins in five seconds.
    engine.hands.now = new Date('2026-03-01T12:14:55.000Z');
  });
  afterEach(() => engine.close());

  const run = (ports: CorePorts = engine.ports) => runSchedules(ports, reconcileSchedules(ports));
  let made = 0;
  const connectIn = (slot: string, over: Partial<Connection> = {}) => {
    made += 1;
    const id = `conn_0000000000000000000000${String(made).padStart(3, '0')}${slot}` as ConnectionId;
    return connect(engine, { id, providerTenantId: id, ...over });
  };
  const reconciled = async () =>
    (await operationsOf(engine, 'connection.reconcile')).map(({ connectionId }) => connectionId);

  it('each connection is reconciled once an interval, in the slot of its id', async () => {
    const [first, last, other] = [await connectIn('0'), await connectIn('z'), await connectIn('8')];
    const tick = run();
    // What was missed before this worker began.
    await tick();
    await engine.database.knex('operations').delete();
    const times = new Map<ConnectionId | null, number[]>();
    for (let second = 0; second < 30 * minute; second += 5) {
      advance(engine, 5);
      const before = await reconciled();
      await tick();
      for (const id of (await reconciled()).slice(before.length)) {
        times.set(id, [...(times.get(id) ?? []), second]);
      }
      await engine.database.knex('operations').update({ state: 'running' });
    }
    expect(Object.fromEntries(times)).to.deep.equal({
      [first.id]: [0, 900],
      // 8/32 and 31/32 of fifteen minutes: 225 s and 871.9 s.
      [other.id]: [225, 1125],
      [last.id]: [875, 1775],
    });
  });

  it('asks for a reconciliation of invoices', async () => {
    const connection = await connectIn('0');
    await run()();
    const [operation] = await operationsOf(engine, 'connection.reconcile');
    expect(operation).to.deep.include({
      state: 'queued',
      connectionId: connection.id,
      organizationId: connection.organizationId,
      subject: 'invoices',
      input: { scope: 'invoices', emit_invoice_snapshots: false, trigger: 'schedule' },
    });
  });

  it('asks not again while the last one waits for a worker', async () => {
    const connection = await connectIn('0');
    const tick = run();
    for (let round = 0; round < 3; round++) {
      await tick();
      advance(engine, 15 * minute);
    }
    expect(await reconciled()).to.deep.equal([connection.id]);
  });

  it('leaves out what keeps no records or is not active', async () => {
    await connectIn('0', { retentionMode: 'zero' });
    await connectIn('0', { status: 'action_required' });
    await run()();
    expect(await reconciled()).to.deep.equal([]);
  });

  it('many connections of a slot come in batches, each once', async () => {
    const one = await connectIn('0');
    const ids = [one.id];
    for (let i = 100; i < 549; i++) {
      const id = `conn_0000000000000000000001${i}0` as ConnectionId;
      await engine.storage.connections.insert({ ...one, id, providerTenantId: id });
      ids.push(id);
    }
    const batches: number[] = [];
    const transaction: CorePorts['storage']['transaction'] = (work) =>
      engine.storage.transaction((stores) => {
        const insertCoalesced: typeof stores.operations.insertCoalesced = (operations) => {
          batches.push(operations.length);
          return stores.operations.insertCoalesced(operations);
        };
        return work({ ...stores, operations: { ...stores.operations, insertCoalesced } });
      });
    await run({ ...engine.ports, storage: { ...engine.storage, transaction } })();
    expect(batches).to.deep.equal([200, 200, 50]);
    const queued = await engine.database.knex('operations').orderBy('connection_id').pluck('connection_id');
    expect(queued).to.deep.equal(ids);
  });

  it('the connections of a slot are spread over a minute, so that after a downtime all slots together are', async () => {
    for (const slot of '0123456789') await connectIn(slot);
    let drawn = 0;
    const spread = () => (drawn++ % 10) / 10;
    const ports = { ...engine.ports, ids: { ...engine.ports.ids, spread } };
    const tick = run(ports);
    const waits = async () => {
      const due = (await engine.database.knex('operations').pluck('due_at')) as number[];
      await engine.database.knex('operations').delete();
      return due.map((at) => at - engine.hands.now.getTime()).sort((a, b) => a - b);
    };
    await tick();
    expect(await waits()).to.deep.equal(Array.from({ length: 10 }, (_, i) => i * 6_000));
    advance(engine, 5);
    drawn = 5;
    await tick();
    expect(await waits()).to.deep.equal([30_000]);
  });
});
