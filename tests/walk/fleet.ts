// A deployment as operators run it: HTTP hosts, workers and the sandbox, each a process, on one PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Plane } from '#core';
import { migratedDatabase } from '../../adapters/knex-postgres/testing/migrated.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { isLong } from '../../tools/run-length.ts';
import { postgresUrl } from '../../tools/test-setup.ts';
import { type Client, clientOf, type Sandbox, sandboxOf } from './client.ts';
import { answering, freePort, type HostProcess, startHost } from './processes.ts';

export interface Fleet {
  readonly first: Client;
  readonly second: Client;
  readonly sandbox: Sandbox;
  /** The hosts' settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Another organization of the same deployment. */
  readonly stranger: Client;
  readonly workers: HostProcess[];
  /** The sandbox and the HTTP hosts. */
  readonly hosts: readonly HostProcess[];
  startWorker(extra?: Readonly<Record<string, string>>): HostProcess;
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export type DatabaseKind = 'PostgreSQL' | 'SQLite';

/** Those that a test can use: `TEST_PG=off` leaves one out. */
export const databaseKinds: readonly DatabaseKind[] =
  process.env['TEST_PG'] === 'off' ? ['SQLite'] : ['PostgreSQL', 'SQLite'];

/**
 * Those of walks in which workers are lost: a short run has the database of production. Workers and services over SQLite are
 * killed by database-faults.test.ts and killed-uploads.test.ts, and what a lost lease may still write is a clause of the stores'
 * contract on both.
 */
export const lostWorkersKinds: readonly DatabaseKind[] = isLong ? databaseKinds : databaseKinds.slice(0, 1);

/** The address of an empty database of the tests' server. */
export async function freshDatabase(): Promise<string> {
  const server = await postgresUrl();
  const name = `walk_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

interface FleetOptions {
  readonly each?: 1 | 2;
  readonly settings?: Readonly<Record<string, string>>;
}

/** With two HTTP hosts and two workers, or `each` of them; where there is one host, it is the second, too. */
export async function startFleet({ each = 2, settings: given = {} }: FleetOptions = {}): Promise<Fleet> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-fleet-'));
  const { url: databaseUrl } = await migratedDatabase();
  const [firstPort, sandboxPort] = [await freePort(), await freePort()];
  const secondPort = each === 1 ? firstPort : await freePort();
  const baseUrl = `http://localhost:${firstPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: baseUrl,
    SANDBOX_PORT: String(sandboxPort),
    ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    LOG_LEVEL: 'warn',
    ...given,
  };
  // As the commands of `npm run admin` do it, without a process for each.
  const { LOG_LEVEL: _, ...settings } = env;
  const composition = await compose(readConfig({ ...settings, LOG_LEVEL: 'silent' }), 'walk');
  const { access } = composition.core;
  const organization = async (name: string) => (await access.createOrganization({ name, plan: 'paid' })).id;
  const keyOf = async (plane: Plane) => (await access.issueKey({ ...plane, name: 'test' })).secret;
  const [organizationId, strangerId] = [await organization('Walkers'), await organization('Strangers')];

  const hosts: HostProcess[] = [startHost('hosts/sandbox/main.ts', env)];
  for (const port of new Set([firstPort, secondPort]))
    hosts.push(startHost('hosts/koa/main.ts', { ...env, PORT: String(port) }));
  const workers: HostProcess[] = [];
  const startWorker: Fleet['startWorker'] = (extra = {}) => {
    const worker = startHost('hosts/worker/main.ts', { ...env, ...extra });
    workers.push(worker);
    return worker;
  };
  for (let n = 0; n < each; n++) startWorker();
  const [sandboxHost, firstHost, secondHost = firstHost] = hosts as [HostProcess, HostProcess, HostProcess?];
  const sandbox = sandboxOf(`http://localhost:${sandboxPort}`);
  await answering(sandboxHost, `${sandbox.url}/_sandbox/organisations`);
  await answering(firstHost, `${baseUrl}/ready`);
  await answering(secondHost, `http://localhost:${secondPort}/ready`);

  const registerApp = async (plane: Plane) => {
    const clientId = `${plane.organizationId}-${plane.environment}`;
    const secrets = { clientSecret: 'client-secret', webhookKey: 'webhook-key' };
    const { id } = await access.registerProviderApp({
      provider: 'ledger',
      ...plane,
      ...secrets,
      clientId,
      name: 'own',
      makeDefault: true,
    });
    await sandbox.control('POST', 'apps', {
      client_id: clientId,
      client_secret: secrets.clientSecret,
      redirect_uris: [`${baseUrl}/oauth/ledger/callback`],
      webhook_url: `${baseUrl}/webhooks/ledger/${id}`,
      webhook_key: secrets.webhookKey,
    });
    return keyOf(plane);
  };
  const testKey = await registerApp({ organizationId, environment: 'test' });
  const strangerKey = await registerApp({ organizationId: strangerId, environment: 'test' });
  await composition.close();

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  return {
    first: clientOf(baseUrl, testKey),
    second: clientOf(`http://localhost:${secondPort}`, testKey),
    stranger: clientOf(baseUrl, strangerKey),
    sandbox,
    env,
    workers,
    hosts,
    startWorker,
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows as Record<string, unknown>[],
    async stop() {
      await pool.end();
      await Promise.all([...workers, ...hosts].map((host) => host.kill('SIGKILL')));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
