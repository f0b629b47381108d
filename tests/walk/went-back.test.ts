// Real hosts over a real failover that loses commits: what they say, what they refuse, and how an operator lets them go on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { askServer, startAddress } from '../../adapters/knex-postgres/testing/address.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from './processes.ts';

describePostgres('hosts whose database fails over', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'went-back-'));
  const hosts: HostProcess[] = [];
  let primary: TestPostgres;
  let standby: Awaited<ReturnType<TestPostgres['standby']>>;
  let address: Awaited<ReturnType<typeof startAddress>>;
  before(async () => {
    primary = await startPostgres({ own: true });
    standby = await primary.standby();
    address = await startAddress(primary.url);
  });
  after(async () => {
    for (const host of hosts) await host.kill('SIGKILL');
    address?.close();
    await standby?.stop();
    await primary?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('say so within seconds, also one that starts afterwards elsewhere, refuse writes, and go on when told', async () => {
    const envOf = async (name: string) => ({
      ...{ NODE_ENV: 'test', DATABASE_URL: address.url, DATA_DIR: path.join(folder, name), LOG_LEVEL: 'info' },
      ...{ ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`, API_KEY_PEPPER: 'p'.repeat(40) },
      ...{
        SESSION_SECRET: 's'.repeat(40),
        METRICS_PORT: String(await freePort()),
        WORKER_PORT: String(await freePort()),
      },
      PORT: String(await freePort()),
    });
    const env = await envOf('one');
    const start = (file: string, given: Readonly<Record<string, string>>) => {
      const host = startHost(file, given);
      hosts.push(host);
      return host;
    };
    const http = start('hosts/koa/main.ts', env);
    await answering(http, `http://127.0.0.1:${env.PORT}/ready`);
    const worker = start('hosts/worker/main.ts', env);
    await answering(worker, `http://127.0.0.1:${env.WORKER_PORT}/ready`);
    /** Past the address, because it waits for the command and forwards nothing meanwhile. */
    const admin = (server: string, ...words: readonly string[]) =>
      JSON.parse(runCommand('hosts/admin/main.ts', [...words, '--json'], { ...env, DATABASE_URL: server }));
    const org = admin(primary.url, 'org', 'create', '--name', 'Acme', '--plan', 'paid').organization_id as string;
    const { secret } = admin(primary.url, 'key', 'create', '--org', org, '--environment', 'test', '--name', 'k') as {
      secret: string;
    };
    const ask = async (method: string, where: string, port = env.PORT) => {
      const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': 'k-1' },
        ...(method === 'POST' && { body: JSON.stringify({ url: 'https://example.com/', event_types: ['*'] }) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const ready = async (port: string) => (await ask('GET', '/ready', port)).body;
    await until('the standby has the key', async () => {
      const rows = await askServer(standby.url, `select 1 from api_keys where organization_id = '${org}'`);
      return rows.length > 0;
    });
    await askServer(standby.url, "alter system set primary_conninfo = ''");
    await askServer(standby.url, 'select pg_reload_conf()');
    const receivers = 'select 1 from pg_stat_wal_receiver';
    await until('the standby hears nothing more', async () => (await askServer(standby.url, receivers)).length === 0);
    const lost = await ask('POST', '/v1/webhook-endpoints');
    expect(lost.status).to.equal(201);
    await primary.restart({
      mode: 'immediate',
      during: async () => {
        await askServer(standby.url, 'select pg_promote()');
        address.leadTo(standby.url);
      },
    });
    const wentBack = { status: 'not_ready', reason: 'database_went_back' };
    await until('the host says so', async () => (await ready(env.PORT))['reason'] === 'database_went_back');
    await until('the worker says so', async () => {
      const { reasons = [] } = (await ready(env.WORKER_PORT)) as { reasons?: readonly string[] };
      return reasons.includes('database_went_back');
    });
    const elsewhere = await envOf('elsewhere');
    const fresh = start('hosts/koa/main.ts', elsewhere);
    await until('the new host answers', async () => (await ready(elsewhere.PORT).catch(() => undefined)) !== undefined);
    for (const port of [env.PORT, elsewhere.PORT]) {
      expect(await ready(port)).to.deep.equal(wentBack);
      expect((await ask('GET', '/v1/connections', port)).status).to.equal(200);
      const refused = await ask('POST', '/v1/webhook-endpoints', port);
      expect([refused.status, refused.body['code'], refused.body['outcome']]).to.deep.equal([
        ...[503, 'DATABASE_WENT_BACK', 'not_applied'],
      ]);
    }
    expect(`${http.output()}${worker.output()}`).to.match(/this database has gone back to 20/);
    const metrics = await (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).text();
    expect(metrics).to.match(/^ledgerport_database_went_back 1$/m);
    expect(admin(standby.url, 'database', 'accept')).to.include({ accepted: true, sequences_ahead: 1_000_000 });
    for (const port of [env.PORT, elsewhere.PORT]) {
      await until('it goes on', async () => (await ready(port))['status'] === 'ready');
      expect((await ask('POST', '/v1/webhook-endpoints', port)).status).to.equal(201);
    }
    await until('the worker goes on', async () => (await ready(env.WORKER_PORT))['status'] === 'ready');
    expect(fresh.output()).to.match(/this database has gone back/);
  });
});
