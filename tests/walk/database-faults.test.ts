// What stands when the database itself fails: servers that restart, connections that are cut, writers that hold it shut.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type Database, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { runsOf } from '../../tools/run-length.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type FaultRun, startFaultRun } from './fault-run.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';

/** FAULT_TIMES=10 makes ten times as many operations and faults of each. */
const times = Number(process.env['FAULT_TIMES'] ?? 1);
const endWithinMs = 60_000;
const restartsMost = runsOf({ long: 8, short: 4 }) * times;
const killsMost = runsOf({ long: 5, short: 3 }) * times;

async function begun(run: FaultRun, count: number): Promise<void> {
  await until('the first end', async () => ((await run.unfinished()) ?? count) < count);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Of the server's answers, by which a worker loses a connection. */
const lostShare = 0.008;

describePostgres('operations while PostgreSQL fails', () => {
  const count = runsOf({ long: 800, short: 250 }) * times;
  let server: TestPostgres;
  let proxy: LossyProxy;
  let database: Database;
  let run: FaultRun;

  before(async () => {
    server = await startPostgres({ durable: true, own: true });
    database = await openPostgres({ url: server.url });
    await database.migrate();
    proxy = await startLossyProxy(server.url, lostShare);
    run = await startFaultRun(database, proxy.url, count);
  });
  after(async () => {
    await run?.stop();
    await proxy?.close();
    await database?.close();
    await server?.stop();
  });

  /** Every fifth connection of all processes, or so. */
  async function cutConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < 0.2`;
    await client.query(others);
    await client.end();
  }

  it('all end, none twice, when it is restarted, connections are cut and answers are lost', async () => {
    const [first, second] = [run.startWorker(), run.startWorker()];
    await begun(run, count);
    let restarts = 0;
    while (((await run.unfinished()) ?? count) > 0 && restarts < restartsMost) {
      for (let cut = 0; cut < 3; cut++) {
        await pause(700);
        await cutConnections();
      }
      await pause(700);
      await server.restart({ mode: restarts % 2 === 0 ? 'immediate' : 'fast', downMs: (restarts % 3) * 200 });
      restarts += 1;
    }
    await run.finished(endWithinMs);
    await run.check();
    expect(restarts, 'restarts while there was work').to.be.at.least(3 * times);
    expect(proxy.lost(), 'answers lost').to.be.greaterThan(20 * times);
    for (const worker of [first, second]) expect(isRunning(worker.pid), worker.output().slice(-2_000)).to.equal(true);
  }).timeout((60_000 + endWithinMs) * times);
});

describe('operations while a SQLite file is held by others and workers are killed', () => {
  const count = runsOf({ long: 300, short: 150 }) * times;
  let folder = '';
  let filename = '';
  let database: Database;
  let run: FaultRun;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-busy-'));
    filename = path.join(folder, 'busy.db');
    database = await openSqlite({ filename });
    await database.migrate();
    run = await startFaultRun(database, filename, count);
  });
  after(async () => {
    await run?.stop();
    await database?.close();
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  /** Nobody else can write meanwhile; beyond five seconds the others give up. */
  async function holdFile(ms: number): Promise<void> {
    const other = new Sqlite(filename, { timeout: 10_000 });
    try {
      other.exec('begin immediate');
      await pause(ms);
      other.exec('commit');
    } finally {
      other.close();
    }
  }

  it('all end, none twice', async () => {
    run.startWorker();
    run.startWorker();
    await begun(run, count);
    let kills = 0;
    while (((await run.unfinished()) ?? count) > 0 && kills < killsMost) {
      await pause(1_000);
      await run.workers[kills]?.kill('SIGKILL');
      run.startWorker();
      kills += 1;
      await holdFile(kills % 5 === 2 ? 6_000 : 1_000);
    }
    await run.finished(endWithinMs);
    await run.check();
    expect(kills, 'workers that were killed').to.be.at.least(3 * times);
  }).timeout((90_000 + endWithinMs) * times);
});
