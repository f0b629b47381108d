import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { connect, drain, type Engine, invoice, openEngine, operationsOf, unpaid } from '../engine.test-support.ts';

describe('purging records', () => {
  let engine: Engine;
  let connection: Connection;
  beforeEach(async () => {
    engine = await openEngine();
    connection = await connect(engine);
  });
  afterEach(() => engine.close());

  async function cache(count: number): Promise<void> {
    const records = Array.from({ length: count }, (_, i): CachedRecord => {
      const id = `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`;
      return { ...invoice(unpaid, '2026-03-01T10:00:00.000Z', id), fetchedAt: engine.hands.now };
    });
    await engine.storage.records.put(connection.id, records);
  }

  async function purge() {
    const { caller, ports, storage, hands } = engine;
    const input = { connection_id: connection.id };
    const common = { ...caller, id: ports.ids.next('op'), connectionId: null, subject: connection.id, input };
    await storage.operations.insert([queueOperation({ ...common, type: 'retention.purge' }, hands.now)]);
    await drain(engine);
    const [operation] = await operationsOf(engine, 'retention.purge');
    return operation?.result;
  }

  async function left(): Promise<number> {
    return (await engine.storage.records.list(connection.id, 'invoices', {}, { limit: 1, page: 1 })).total;
  }

  it('removes all records of a disconnected connection, batch by batch', async () => {
    await cache(1203);
    await engine.storage.connections.update({ ...connection, status: 'disconnected' }, 'active');
    expect(await purge()).to.deep.equal({ purged: 1203 });
    expect(await left()).to.equal(0);
  });

  it('touches nothing of a connection that is connected again', async () => {
    await cache(3);
    expect(await purge()).to.deep.equal({ purged: 0, stopped: 'connection_in_use' });
    expect(await left()).to.equal(3);
  });
});
