// Workers of several processes plan at once, on both databases.
import { expect } from 'chai';
import { type PostgresForTests, postgresForTests } from '../../../adapters/knex-postgres/testing/postgres.ts';
import { openSqlite } from '../../../adapters/knex-sqlite/index.ts';
import { describePostgres } from '../../../tools/test-setup.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import { advance, connect, openEngine } from '../testing/engine.ts';
import { reconcileSchedule } from './reconcile-schedule.ts';

const intervalMs = 15 * 60_000;

async function play(database: NonNullable<Parameters<typeof openEngine>[0]>): Promise<void> {
  const engine = await openEngine(database);
  const { storage, hands, ports } = engine;
  const one = await connect(engine);
  const ids = [one.id, ...Array.from({ length: 29 }, () => ports.ids.next('conn'))].sort();
  for (const id of ids.filter((other) => other !== one.id))
    await storage.connections.insert({ ...one, id, providerTenantId: id });
  const turn = { dueAt: hands.now, intervalMs, plannedAt: null };
  await storage.reconciliations.plan(ids.map((connectionId) => ({ connectionId, ...turn })));
  const workers = Array.from({ length: 4 }, () => runSchedules(ports, [reconcileSchedule(ports)]));
  for (let round = 0; round < 4; round++) {
    await Promise.all(workers.map((tick) => tick()));
    const queued: string[] = await database.knex('operations').pluck('connection_id');
    expect(queued.sort()).to.deep.equal(ids);
    await database.knex('operations').delete();
    advance(engine, 5);
    await Promise.all(workers.map((tick) => tick()));
    expect(await database.knex('operations').pluck('connection_id')).to.deep.equal([]);
    advance(engine, intervalMs / 1000 - 5);
  }
}

describe('workers that plan at once on SQLite', () => {
  it('plan each connection once a turn', async () => {
    const database = await openSqlite({ filename: ':memory:' });
    await database.migrate();
    try {
      await play(database);
    } finally {
      await database.close();
    }
  });
});

describePostgres('workers that plan at once on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  it('plan each connection once a turn', async () => {
    await postgres.storage.open();
    await play(postgres.database);
  });
});
