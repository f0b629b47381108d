// A deployment whose every trace can be looked at: its own folders, its own database, all that its processes print.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type Database, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { isLong } from '../../tools/run-length.ts';
import { dumpOf, type Found, findIn, findInFiles } from './canary-scan.ts';
import { type Client, clientOf, type Sandbox, sandboxOf } from './client.ts';
import { type DatabaseKind, databaseKinds, freshDatabase } from './fleet.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from './processes.ts';

export interface CanaryWorld {
  readonly client: Client;
  readonly apiKey: string;
  readonly sandbox: Sandbox;
  readonly database: Database;
  readonly organizationId: string;
  readonly env: Readonly<Record<string, string>>;
  /** Texts that came out of the deployment in other ways, by where. */
  readonly heard: Map<string, string>;
  admin(args: readonly string[], input?: string): Record<string, unknown>;
  startHttp(extra?: Readonly<Record<string, string>>): Promise<HostProcess>;
  metrics(): Promise<string>;
  /** Where any of these words is: rows, database files, logs, temporary files, what was heard. */
  scan(words: readonly string[]): Promise<readonly Found[]>;
  /** The bytes of the write-ahead log and the tables, where this machine holds them. */
  scanBytes(words: readonly string[]): Promise<readonly Found[]>;
  readonly postgresFilesSeen: () => boolean;
  stop(): Promise<void>;
}

/** On both databases in a long run; else on `usual`, or on the one that there is. */
export function describeCanaries(title: string, usual: DatabaseKind, suite: (kind: DatabaseKind) => void): void {
  const [first = usual] = databaseKinds.toSorted((kind) => (kind === usual ? -1 : 1));
  for (const kind of isLong ? databaseKinds : [first]) describe(`${title} on ${kind}`, () => suite(kind));
}

/** What the hosts print is kept to this length; a canary must not fall off its beginning. */
export const outputMax = 190_000;

export const appSecrets = {
  clientSecret: 'cAnaryClientSecret4711',
  webhookKey: 'cAnaryWebhookKey4711',
} as const;

export async function openCanaryWorld(
  kind: DatabaseKind,
  extra: Readonly<Record<string, string>> = {},
): Promise<CanaryWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-canary-'));
  const folders = { data: path.join(folder, 'data'), tmp: path.join(folder, 'tmp'), books: path.join(folder, 'books') };
  for (const place of Object.values(folders)) mkdirSync(place);
  const isPostgres = kind === 'PostgreSQL';
  const url = isPostgres ? await freshDatabase() : `sqlite:${folders.data}/ledgerport.db`;
  const ports = { http: await freePort(), sandbox: await freePort(), worker: await freePort() };
  const env = environmentOf(url, folders, ports, extra);
  const heard = new Map<string, string>();
  const admin: CanaryWorld['admin'] = (args, input = '') => {
    const printed = runCommand('hosts/admin/main.ts', [...args, '--json'], env, input);
    heard.set(`admin ${args.slice(0, 2).join(' ')} ${heard.size}`, printed);
    return JSON.parse(printed) as Record<string, unknown>;
  };
  const { organizationId, apiKey, app } = await registered(env);
  const database = isPostgres
    ? await openPostgres({ url })
    : await openSqlite({ filename: url.slice('sqlite:'.length) });
  if (isPostgres) await uncompressed(database);
  const hosts: HostProcess[] = [];
  const ledgers: HostProcess[] = [];
  const stop = async () => {
    await database.close();
    await Promise.all([...hosts, ...ledgers].map((host) => host.kill('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  };
  const startHttp: CanaryWorld['startHttp'] = async (more = {}) => {
    const host = startHost('hosts/koa/main.ts', { ...env, ...more });
    hosts.push(host);
    await answering(host, `${env.BASE_URL}/ready`);
    return host;
  };
  try {
    // Not among the hosts: the provider may keep what it likes.
    ledgers.push(startHost('hosts/sandbox/main.ts', { ...env, DATA_DIR: folders.books }));
    hosts.push(startHost('hosts/worker/main.ts', env));
    const sandbox = sandboxOf(`http://localhost:${ports.sandbox}`);
    for (const [host, address] of [
      [ledgers[0], `${sandbox.url}/_sandbox/organisations`],
      [hosts[0], `http://127.0.0.1:${ports.worker}/ready`],
    ] as const) {
      if (host) await answering(host, address);
    }
    await sandbox.control('POST', 'apps', app);
    const looks = looksInto(database, isPostgres, { folders, hosts, heard });
    const client = clientOf(env.BASE_URL, apiKey);
    const metrics = async () => (await fetch(`http://127.0.0.1:${ports.worker}/metrics`)).text();
    return { client, apiKey, sandbox, database, organizationId, env, heard, admin, startHttp, metrics, ...looks, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Folders = Readonly<Record<'data' | 'tmp' | 'books', string>>;

function environmentOf(
  url: string,
  { data, tmp }: Folders,
  ports: Readonly<Record<'http' | 'sandbox' | 'worker', number>>,
  extra: Readonly<Record<string, string>>,
) {
  const baseUrl = `http://localhost:${ports.http}`;
  return {
    ...{ DATABASE_URL: url, DATA_DIR: data, TMPDIR: tmp, BASE_URL: baseUrl, PORT: String(ports.http) },
    ...{
      SANDBOX_PORT: String(ports.sandbox),
      WORKER_PORT: String(ports.worker),
      LOG_LEVEL: 'trace',
      LOG_REQUEST_BODIES: 'true',
    },
    ...{ ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', ...extra },
  };
}

/** An organization with a key and an app, as operators make them, without a process for each command. */
async function registered(env: Readonly<Record<string, string>>) {
  const composition = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'admin');
  try {
    const { access } = composition.core;
    const { id: organizationId } = await access.createOrganization({ name: 'Own', plan: 'paid' });
    const plane = { organizationId, environment: 'test', name: 'own' } as const;
    const { secret: apiKey } = await access.issueKey(plane);
    const made = await access.registerProviderApp({
      provider: 'ledger',
      ...{ ...plane, ...appSecrets, clientId: 'canary-app', makeDefault: true },
    });
    const app = {
      ...{ client_id: 'canary-app', client_secret: appSecrets.clientSecret, webhook_key: appSecrets.webhookKey },
      redirect_uris: [`${env['BASE_URL']}/oauth/ledger/callback`],
      webhook_url: `${env['BASE_URL']}/webhooks/ledger/${made.id}`,
    };
    return { organizationId, apiKey, app };
  } finally {
    await composition.close();
  }
}

interface Looked {
  readonly folders: Folders;
  readonly hosts: readonly HostProcess[];
  readonly heard: ReadonlyMap<string, string>;
}

function looksInto(database: Database, isPostgres: boolean, { folders, hosts, heard }: Looked) {
  let filesSeen = false;
  return {
    postgresFilesSeen: () => filesSeen,
    async scan(words: readonly string[]) {
      const dump = await dumpOf(database.knex, isPostgres);
      return [
        ...[...dump].flatMap(([table, rows]) => findIn(`table ${table}`, rows, words)),
        ...hosts.flatMap((host, i) => findIn(`output of host ${i}`, host.output(), words)),
        ...[...heard].flatMap(([where, text]) => findIn(where, text, words)),
        ...findInFiles(folders.tmp, words),
        ...findInFiles(folders.data, words),
      ];
    },
    async scanBytes(words: readonly string[]) {
      if (!isPostgres) return findInFiles(folders.data, words);
      const places = await postgresFiles(database);
      filesSeen = places.length > 0;
      return places.flatMap((place) => findInFiles(place, words));
    },
  };
}

/** Long values stand in the tables and in the log as they are, so that looking for bytes finds them. */
async function uncompressed({ knex }: Database): Promise<void> {
  const columns: readonly { readonly t: string; readonly c: string }[] = await knex('information_schema.columns')
    .select({ t: 'table_name', c: 'column_name' })
    .where({ table_schema: 'public', data_type: 'text' });
  for (const { t, c } of columns) await knex.raw(`alter table ${t} alter column ${c} set storage external`);
}

/** The write-ahead log and this database's tables, flushed; none where the server is on another machine. */
async function postgresFiles({ knex }: Database): Promise<readonly string[]> {
  await knex.raw('checkpoint');
  const answer = (await knex.raw(`select current_setting('data_directory') as folder,
    current_setting('wal_compression') as compression, oid from pg_database where datname = current_database()`)) as {
    rows: { folder: string; compression: string; oid: number }[];
  };
  const [row] = answer.rows;
  if (row?.compression !== 'off') return [];
  return [path.join(row.folder, 'pg_wal'), path.join(row.folder, 'base', String(row.oid))];
}
