// A deployment as operators run it: two HTTP hosts, two workers and the sandbox, each a process, on one PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postgresUrl } from '../../tools/test-setup.ts';
import { type Client, clientOf, type Sandbox, sandboxOf } from './client.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from './processes.ts';

export interface Fleet {
  readonly first: Client;
  readonly second: Client;
  readonly sandbox: Sandbox;
  readonly organizationId: string;
  /** Another organization of the same deployment, and this organization's live environment. */
  readonly stranger: Client;
  readonly live: Client;
  readonly workers: HostProcess[];
  /** The sandbox and the two HTTP hosts. */
  readonly hosts: readonly HostProcess[];
  startWorker(extra?: Readonly<Record<string, string>>): HostProcess;
  admin(args: readonly string[], input?: string): Record<string, unknown>;
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

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

export async function startFleet(): Promise<Fleet> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-fleet-'));
  const databaseUrl = await freshDatabase();
  const [firstPort, secondPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const baseUrl = `http://localhost:${firstPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: baseUrl,
    SANDBOX_PORT: String(sandboxPort),
    ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    LOG_LEVEL: 'warn',
  };
  const admin: Fleet['admin'] = (args, input = '') =>
    JSON.parse(runCommand('hosts/admin/main.ts', [...args, '--json'], env, input)) as Record<string, unknown>;
  admin(['migrate']);
  const organization = (name: string) =>
    String(admin(['org', 'create', '--name', name, '--plan', 'paid'])['organization_id']);
  const keyOf = (id: string, environment: string) =>
    String(admin(['key', 'create', '--org', id, '--environment', environment, '--name', 'test'])['secret']);
  const organizationId = organization('Walkers');
  const strangerId = organization('Strangers');

  const hosts: HostProcess[] = [startHost('hosts/sandbox/main.ts', env)];
  for (const port of [firstPort, secondPort])
    hosts.push(startHost('hosts/koa/main.ts', { ...env, PORT: String(port) }));
  const workers: HostProcess[] = [];
  const startWorker: Fleet['startWorker'] = (extra = {}) => {
    const worker = startHost('hosts/worker/main.ts', { ...env, ...extra });
    workers.push(worker);
    return worker;
  };
  startWorker();
  startWorker();
  const [sandboxHost, firstHost, secondHost] = hosts as [HostProcess, HostProcess, HostProcess];
  const sandbox = sandboxOf(`http://localhost:${sandboxPort}`);
  await answering(sandboxHost, `${sandbox.url}/_sandbox/organisations`);
  await answering(firstHost, `${baseUrl}/ready`);
  await answering(secondHost, `http://localhost:${secondPort}/ready`);

  const registerApp = async (id: string, environment: string) => {
    const clientId = `${id}-${environment}`;
    const app = admin(
      [
        'app',
        'create',
        '--org',
        id,
        '--environment',
        environment,
        '--name',
        'own',
        '--client-id',
        clientId,
        '--default',
        'true',
      ],
      'client-secret\nwebhook-key\n',
    );
    await sandbox.control('POST', 'apps', {
      client_id: clientId,
      client_secret: 'client-secret',
      redirect_uris: [app['redirect_uri']],
      webhook_url: app['webhook_url'],
      webhook_key: 'webhook-key',
    });
  };
  await registerApp(organizationId, 'test');
  await registerApp(organizationId, 'live');
  await registerApp(strangerId, 'test');

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => {});
  const testKey = keyOf(organizationId, 'test');
  return {
    first: clientOf(baseUrl, testKey),
    second: clientOf(`http://localhost:${secondPort}`, testKey),
    stranger: clientOf(baseUrl, keyOf(strangerId, 'test')),
    live: clientOf(baseUrl, keyOf(organizationId, 'live')),
    sandbox,
    organizationId,
    workers,
    hosts,
    startWorker,
    admin,
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows as Record<string, unknown>[],
    async stop() {
      await pool.end();
      await Promise.all([...workers, ...hosts].map((host) => host.kill('SIGKILL')));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
