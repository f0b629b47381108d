import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { DatabaseWatch, Log } from '#core';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import type { Config } from './config.ts';
import { createHostMetrics, type HostMetrics } from './host-metrics.ts';
import type { Database } from './open-database.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { databaseAsStored, watchDatabase } from './watch-database.ts';

describe('the watch of the database', () => {
  let folder: string;
  let filename: string;
  let lines: string[];
  let opened: Shutdown[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'watch-'));
    filename = path.join(folder, 'books.db');
    [lines, opened] = [[], []];
  });
  afterEach(async () => {
    for (const shutdown of opened) await shutdown.run();
    rmSync(folder, { recursive: true, force: true });
  });

  const log: Log = {
    info: (line) => void lines.push(`info ${line}`),
    warn: (line) => void lines.push(`warn ${line}`),
    error: (line) => void lines.push(`error ${line}`),
  };
  const configOf = (over: Partial<Config> = {}) =>
    ({ database: { kind: 'sqlite', filename }, dataDir: folder, wentBack: 'stop', ...over }) as Config;
  interface Host {
    readonly database: Database;
    readonly watch: DatabaseWatch;
    readonly metrics: HostMetrics;
    readonly shutdown: Shutdown;
  }
  const start = async (over: Partial<Config> = {}): Promise<Host> => {
    const shutdown = createShutdown();
    opened.push(shutdown);
    const database = await openSqlite({ filename });
    shutdown.add('the database', () => database.close());
    await database.migrate();
    const metrics = createHostMetrics();
    const watch = await watchDatabase({ config: configOf(over), database, log, metrics, shutdown, everyMs: 20 });
    return { database, watch, metrics, shutdown };
  };
  /** Runs a process, stops it, and puts the file back as it was before. */
  const restoreOlder = async () => {
    await (await start()).shutdown.run();
    copyFileSync(filename, `${filename}.backup`);
    for (let runs = 0; runs < 2; runs++) await (await start()).shutdown.run();
    copyFileSync(`${filename}.backup`, filename);
    rmSync(`${filename}-wal`, { force: true });
  };
  const metric = async ({ metrics }: Host) =>
    /^ledgerport_database_went_back (\d)$/m.exec(await (await metrics.answer()).text())?.[1];

  it('a process that starts on an older file says so, also to one that has no memory, until it is accepted', async () => {
    await restoreOlder();
    const host = await start();
    expect(host.watch.state()).to.equal('went_back');
    expect(await metric(host)).to.equal('1');
    expect(lines.filter((line) => line.startsWith('error'))).to.have.length(1);
    expect(lines.join()).to.match(
      /error this database has gone back to 20\S+Z, \d+ beats before .*admin database accept/,
    );
    const elsewhere = await start({ dataDir: path.join(folder, 'another machine') });
    expect(elsewhere.watch.state()).to.equal('went_back');
    expect((await databaseAsStored(host.database)).state()).to.equal('went_back');
    expect(await host.database.epoch.accept(new Date())).to.include({ sequencesAhead: 1_000_000 });
    const after = await start();
    expect(after.watch.state()).to.equal('kept');
    expect(after.watch.loss()?.since).to.be.instanceOf(Date);
    expect(await metric(after)).to.equal('0');
    await until('the process that runs goes on', async () => host.watch.state() === 'kept');
  });

  it('with DATABASE_WENT_BACK=continue it accepts by itself, once', async () => {
    await restoreOlder();
    const host = await start({ wentBack: 'continue' });
    const [{ beat }] = await host.database.knex('database_epoch');
    expect(host.watch.state()).to.equal('kept');
    expect(lines.join()).to.match(
      /error this database has gone back.*warn the database has gone back, and the work goes on/,
    );
    await start({ wentBack: 'continue' });
    const [{ beat: later }] = await host.database.knex('database_epoch');
    expect(later - beat).to.be.lessThan(10);
  });

  it('nothing is wrong where nothing is lost, and a folder that cannot be written costs only the memory', async () => {
    for (let runs = 0; runs < 3; runs++) await (await start()).shutdown.run();
    expect(JSON.parse(readFileSync(path.join(folder, 'database-seen.json'), 'utf8')).beat).to.be.greaterThan(1);
    const file = path.join(folder, 'a file');
    writeFileSync(file, '');
    const host = await start({ dataDir: path.join(file, 'no folder') });
    expect(host.watch.state()).to.equal('kept');
    expect(existsSync(path.join(file, 'no folder'))).to.equal(false);
    expect(lines.filter((line) => !line.startsWith('info'))).to.deep.equal([]);
  });

  it('starts on a database that takes no writes, and lets nothing be written until it knows', async () => {
    await (await start()).shutdown.run();
    const shutdown = createShutdown();
    opened.push(shutdown);
    const database = await openSqlite({ filename });
    shutdown.add('the database', () => database.close());
    await database.knex.raw('pragma query_only = 1');
    const metrics = createHostMetrics();
    const watch = await watchDatabase({ config: configOf(), database, log, metrics, shutdown, everyMs: 20 });
    expect(watch.state()).to.equal('checking');
    await database.knex.raw('pragma query_only = 0');
    await until('it is known', async () => watch.state() === 'kept');
    expect(lines.filter((line) => line.startsWith('warn'))).to.have.length(1);
  });

  it('a damaged memory counts as none', async () => {
    writeFileSync(path.join(folder, 'database-seen.json'), '{"databaseId":');
    expect((await start()).watch.state()).to.equal('kept');
  });

  it('while a standby has just become the primary it is not known, and it is looked at once', async () => {
    let move = () => {};
    let timeline = 1;
    const look = Promise.withResolvers<void>();
    const seen = { databaseId: 'd', beat: 1, mark: 'm', system: '7', position: 5 };
    let looks = 0;
    const shutdown = createShutdown();
    opened.push(shutdown);
    const watch = await watchDatabase({
      config: configOf({ database: { kind: 'postgres', url: 'postgres://nowhere' } }),
      ...{ log, metrics: createHostMetrics(), shutdown },
      database: {
        epoch: {
          look: async () => {
            if (++looks === 2) await look.promise;
            return { seen: { ...seen, timeline }, wentBack: null, accepted: null };
          },
          state: () => Promise.reject(new Error('is not asked')),
          accept: () => Promise.reject(new Error('is not asked')),
          held: () => Promise.reject(new Error('is not asked')),
        },
        place: {
          isTold: true,
          position: () => null,
          onMove: (listener) => {
            move = listener;
          },
        },
      },
    });
    expect(watch.state()).to.equal('kept');
    timeline = 2;
    move();
    expect(watch.state()).to.equal('checking');
    await until('it is looked', async () => looks === 2);
    look.resolve();
    await until('it is known', async () => watch.state() === 'kept');
  });
});
