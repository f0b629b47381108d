// A worker whose database, clock or schema is not as it expects.
import { expect } from 'chai';
import pg from 'pg';
import { until } from '../../contract-tests/testing/until.ts';
import { freshDatabase } from '../../tests/walk/fleet.ts';
import { answering } from '../../tests/walk/processes.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts';
import { workerProcesses } from './testing/worker-processes.ts';

describePostgres('the worker process on PostgreSQL', () => {
  const { start, look, end } = workerProcesses();

  let databaseUrl: string;
  let proxy: FaultyProxy;
  before(async () => {
    databaseUrl = await freshDatabase();
    proxy = await startFaultyProxy(databaseUrl);
  });
  afterEach(async () => {
    await end();
    proxy.mend();
  });
  after(() => proxy?.close());

  it('refuses to start with a clock that is off, in one sentence with both times', async () => {
    for (const offset of ['3600', '-7']) {
      const { host } = await start({ DATABASE_URL: databaseUrl, TEST_CLOCK_OFFSET_SECONDS: offset });
      expect(await host.exitCode()).to.equal(1);
      expect(host.output()).to.match(
        /^the clock is off: this host says \S+Z, the database \S+Z; they are \S+ s apart and may be 5: set both by NTP$/m,
      );
    }
    const { host, url } = await start({ DATABASE_URL: databaseUrl, TEST_CLOCK_OFFSET_SECONDS: '3' });
    await answering(host, `${url}/ready`);
    expect((await look(`${url}/metrics`)).body).to.match(/\nledgerport_worker_clock_apart_seconds (2\.9|3)/);
  });

  it('is not ready while the database is away, says so once, and is ready again', async () => {
    const { host, url } = await start({ DATABASE_URL: proxy.url });
    await answering(host, `${url}/ready`);
    proxy.cut();
    await until('not ready', async () => (await look(`${url}/ready`)).status === 503);
    expect((await look(`${url}/ready`)).body).to.contain('database_down');
    expect((await look(`${url}/health`)).status).to.equal(200);
    await until('the metric', async () =>
      (await look(`${url}/metrics`)).body.includes('ledgerport_worker_held{reason="database_down"} 1'),
    );
    proxy.mend();
    await answering(host, `${url}/ready`);
    await until('the end of the outage', () => host.output().includes('reaches the database again') && 'told');
    expect(host.output().split('worker cannot reach the database')).to.have.length(2);
  });

  for (const fault of ['cut', 'hang'] as const) {
    it(`ends within its bound when the database is away (${fault})`, async () => {
      const { host, url } = await start({ DATABASE_URL: proxy.url });
      await answering(host, `${url}/ready`);
      proxy[fault]();
      await until('not ready', async () => (await look(`${url}/ready`)).status === 503);
      const began = Date.now();
      await host.kill('SIGTERM');
      expect(await host.exitCode()).to.be.oneOf([0, 1]);
      expect(Date.now() - began).to.be.below(25_000);
    });
  }

  it('refuses a schema from which a newer build has taken what this one needs', async () => {
    const url = await freshDatabase();
    const first = await start({ DATABASE_URL: url });
    await answering(first.host, `${first.url}/ready`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `insert into schema_versions (version, name, applied_at, build_needs) values (9999, 'of_tomorrow', 0, 9999)`,
    );
    await client.end();
    const { host } = await start({ DATABASE_URL: url });
    expect(await host.exitCode()).to.equal(1);
    expect(host.output()).to.match(/^the database schema is at version 9999, newer than the \d+ this build knows/m);
    expect(await first.host.exitCode(), 'neither does one go on that runs').to.equal(1);
    expect(first.host.output()).to.contain('a later build has migrated the database, and this process ends');
  });
});
