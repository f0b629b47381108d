// A deployment in the middle of an upgrade: hosts and workers of two releases, each a process, on one PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { migrateDatabase } from '../../hosts/composition/open-database.ts';
import { type Sandbox, sandboxOf } from '../walk/client.ts';
import { freshDatabase } from '../walk/fleet.ts';
import { answering, freePort, type HostProcess, startProcess } from '../walk/processes.ts';

const hosted = { client_id: 'hosted', client_secret: 'client-secret', webhook_key: 'webhook-key' };

export type Release = 'old' | 'new';

export interface TwoReleases {
  /** The address of each release's HTTP host. */
  readonly urls: Readonly<Record<Release, string>>;
  /** What callers use, whichever host answers. */
  readonly baseUrl: string;
  readonly sandbox: Sandbox;
  /** This release, in this process. */
  readonly own: Composition;
  /** The names of the migrations between the two. */
  readonly applied: readonly string[];
  /** Starts a worker, which the caller ends. */
  worker(release: Release): Promise<HostProcess>;
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The old release makes the database and starts; the new one migrates beside it, then starts. */
export async function startTwoReleases(oldFolder: string): Promise<TwoReleases> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-releases-'));
  const databaseUrl = await freshDatabase();
  const [oldPort, newPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const urls = { old: `http://localhost:${oldPort}`, new: `http://localhost:${newPort}` };
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BASE_URL: urls.old, SANDBOX_PORT: String(sandboxPort) },
    ...{ HOSTED_APP_CLIENT_ID: hosted.client_id, HOSTED_APP_CLIENT_SECRET: hosted.client_secret },
    HOSTED_APP_WEBHOOK_KEY: hosted.webhook_key,
    ...{ ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' },
  };
  const started: HostProcess[] = [];
  const start = (release: Release, file: string, more: Readonly<Record<string, string>> = {}, words: string[] = []) => {
    const { PATH, HOME, TMPDIR } = process.env;
    const cwd = release === 'old' ? oldFolder : process.cwd();
    const cache = path.join(tmpdir(), 'ledgerport-compiled');
    const given = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: cache, ...env, ...more };
    const host = startProcess([process.execPath, path.join(cwd, file), ...words], { cwd, env: given });
    started.push(host);
    return host;
  };
  const migrating = start('old', 'hosts/admin/main.ts', {}, ['migrate']);
  if ((await migrating.exitCode()) !== 0) throw new Error(`the old release cannot migrate: ${migrating.output()}`);
  const sandboxHost = start('new', 'hosts/sandbox/main.ts');
  const oldHost = start('old', 'hosts/koa/main.ts', { PORT: String(oldPort) });
  await answering(oldHost, `${urls.old}/ready`);
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  const { applied } = await migrateDatabase(config);
  const newHost = start('new', 'hosts/koa/main.ts', { PORT: String(newPort) });
  const own = await compose(config, 'releases');
  const sandbox = sandboxOf(`http://localhost:${sandboxPort}`);
  await answering(sandboxHost, `${sandbox.url}/_sandbox/organisations`);
  await sandbox.control('POST', 'apps', {
    ...hosted,
    redirect_uris: [`${urls.old}/oauth/ledger/callback`],
    webhook_url: `${urls.old}/webhooks/ledger`,
  });
  await answering(newHost, `${urls.new}/ready`);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  return {
    ...{ urls, baseUrl: urls.old, sandbox, own, applied },
    async worker(release) {
      const port = await freePort();
      const worker = start(release, 'hosts/worker/main.ts', { WORKER_PORT: String(port) });
      await answering(worker, `http://localhost:${port}/ready`);
      return worker;
    },
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows as Record<string, unknown>[],
    async stop() {
      await pool.end();
      await own.close();
      await Promise.all(started.map((host) => host.kill('SIGKILL')));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
