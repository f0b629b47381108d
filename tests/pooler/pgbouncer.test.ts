// Hosts, workers and stores through a real PgBouncer, by session and by transaction (`npm run test:pooler`).
import { expect } from 'chai';
import pg from 'pg';
import { verify } from '#contract-tests';
import { emptyAll } from '../../adapters/knex/testing/empty-all.ts';
import { rejection } from '../../adapters/knex/testing/rejection.ts';
import { createPostgresWakeUp, openPostgres } from '../../adapters/knex-postgres/index.ts';
import type { Database } from '../../adapters/knex-sqlite/index.ts';
import { storageContracts } from '../../contract-tests/storage-contracts.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { startPgbouncer, type TestPgbouncer, whyNoPgbouncer } from '../../tools/test-pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { startFaultRun } from '../walk/fault-run.ts';
import { answering, freePort, type HostProcess, startHost } from '../walk/processes.ts';

const why = whyNoPgbouncer();
const operations = 250;

for (const mode of ['session', 'transaction'] as const) {
  (why === undefined ? describe : describe.skip)(
    `through PgBouncer by ${mode}${why ? ` (left out: ${why})` : ''}`,
    () => {
      let server: TestPostgres;
      let bouncer: TestPgbouncer;
      let database: Database;
      const hosts: HostProcess[] = [];
      /** By session a pooler gives all that is needed; by transaction what needs a session goes past it. */
      const direct = () => (mode === 'transaction' ? server.url : undefined);
      before(async () => {
        server = await startPostgres({ own: true });
        bouncer = await startPgbouncer(server.url, mode);
        database = await openPostgres({ url: bouncer.url, directUrl: direct() });
        await database.migrate();
      });
      after(async () => {
        for (const host of hosts) await host.kill('SIGKILL');
        await database?.close();
        await bouncer?.stop();
        await server?.stop();
      });

      const hostsEnv = async () => ({
        NODE_ENV: 'test',
        DATABASE_URL: bouncer.url,
        ...(mode === 'transaction' && { DATABASE_DIRECT_URL: server.url }),
        ...{ PORT: String(await freePort()), METRICS_PORT: '0', WORKER_PORT: String(await freePort()) },
        ...{ DATA_DIR: `/tmp/pooler-${process.pid}-${mode}`, LOG_LEVEL: 'warn' },
      });

      it('a host and a worker start, are ready, and end when they are told to', async () => {
        const env = await hostsEnv();
        const [host, worker] = [startHost('hosts/koa/main.ts', env), startHost('hosts/worker/main.ts', env)];
        hosts.push(host, worker);
        await answering(host, `http://127.0.0.1:${env.PORT}/ready`);
        await answering(worker, `http://127.0.0.1:${env.WORKER_PORT}/ready`);
        for (const one of [host, worker]) {
          await one.kill('SIGTERM');
          expect(await one.exitCode(), one.output()).to.equal(0);
        }
      });

      it('workers hear each other', async () => {
        const url = direct() ?? bouncer.url;
        const [sender, receiver] = [createPostgresWakeUp({ url }), createPostgresWakeUp({ url })];
        await Promise.all([sender.ready, receiver.ready]);
        await new Promise((resolve) => setImmediate(resolve));
        let heard = 0;
        receiver.listen(() => {
          heard += 1;
        });
        await until('it is heard', async () => {
          sender.signal();
          return heard > 0;
        });
        await Promise.all([sender.close(), receiver.close()]);
      });

      it('both bounds hold, in a transaction and outside of one, and nothing stays set for the next client', async () => {
        const hasty = await openPostgres({
          url: bouncer.url,
          directUrl: direct(),
          statementTimeoutMs: 200,
          poolMax: 1,
        });
        expect(await rejection(hasty.knex.raw('select pg_sleep(5)'))).to.match(/statement timeout/);
        const inside = hasty.knex.transaction((trx) => trx.raw('select pg_sleep(5)'));
        expect(await rejection(inside)).to.match(/statement timeout/);
        const idle = await hasty.knex.transaction(async (trx) => {
          const { rows } = await trx.raw("select current_setting('idle_in_transaction_session_timeout') as idle");
          return rows[0].idle;
        });
        expect(idle).to.equal('15s');
        await hasty.close();
        const client = new pg.Client(bouncer.url);
        await client.connect();
        const { rows } = await client.query(
          "select current_setting('statement_timeout') as a, current_setting('enable_seqscan') as b",
        );
        expect(rows).to.deep.equal([{ a: '0', b: 'on' }]);
        await client.end();
      });

      it(`${operations} operations, of over a thousand writes, are worked off once each, although a worker is killed`, async () => {
        // Workers of this test know no other operations, such as the schedules that the worker before has queued.
        await emptyAll(database);
        const run = await startFaultRun(database, bouncer.url, operations, direct());
        try {
          const [first] = [run.startWorker(), run.startWorker()];
          await until('the first end', async () => ((await run.unfinished()) ?? operations) < operations * 0.9);
          await first?.kill('SIGKILL');
          run.startWorker();
          await run.finished(150_000);
          await run.check();
        } finally {
          await run.stop();
        }
      });

      describe('all that a storage promises', () => {
        const open = async () => {
          await emptyAll(database);
          return { subject: database.storage, close: async () => {} };
        };
        for (const contract of storageContracts) verify(contract, { open }, { describe, it });
      });

      if (mode === 'session') return;
      it('without DATABASE_DIRECT_URL a host does not start, and says what to set', async () => {
        const { DATABASE_DIRECT_URL: _, ...env } = { DATABASE_DIRECT_URL: '', ...(await hostsEnv()) };
        const host = startHost('hosts/koa/main.ts', env);
        hosts.push(host);
        expect(await host.exitCode()).to.equal(1);
        expect(host.output()).to.match(/DATABASE_URL leads through a pooler .*: set DATABASE_DIRECT_URL to/);
      });

      it('a parameter of the address that the pooler refuses is named', async () => {
        const other = await openPostgres({
          url: `${bouncer.url}?options=-c%20search_path%3Dbooks`,
          directUrl: server.url,
        });
        expect(await rejection(other.storage.ping())).to.match(/unsupported startup parameter.*alter role/);
        await other.close();
      });
    },
  );
}
