// A deployment to be crashed: a database, the core in this process to ask and to look, workers as processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { Caller, Connection, RequestId } from '#core';
import type { ApiKeyId } from '#core/ports';
import { migratedDatabase } from '../../adapters/knex-postgres/testing/migrated.ts';
import { writeMigrated } from '../../adapters/knex-sqlite/testing/migrated.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { cancel } from '../../core/domain/operation-moves.ts';
import { type Books, openBooks } from '../../core/use-cases/resources/testing/books.ts';
import type { SessionFields } from '../../core/use-cases/testing/connecting.ts';
import type { Service, Tenancy } from '../../core/use-cases/testing/service.ts';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { type Config, readConfig } from '../../hosts/composition/config.ts';
import { type Sandbox, sandboxOf } from './client.ts';
import { type LedgerGate, openGate } from './crash-gate.ts';
import type { DatabaseKind } from './fleet.ts';
import { answering, freePort, type HostProcess, startHost } from './processes.ts';

export type Env = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, unknown>>;

/** The sandbox ledger as a process, with the gate in front of it; any number of worlds may share it. */
export interface CrashLedger {
  readonly sandbox: Sandbox;
  readonly gate: LedgerGate;
  readonly port: number;
  close(): Promise<void>;
}

export interface CrashWorld {
  readonly kind: DatabaseKind;
  readonly config: Config;
  readonly composition: Composition;
  readonly ledger: CrashLedger;
  /** For the core's own test support. */
  readonly service: Service;
  /** A new organization's key. `notified`: the ledger's notifications go to an HTTP host at the base address. */
  organization(options?: { readonly notified?: boolean }): Promise<Caller>;
  /** A connection of its own, to empty books that are not synced. */
  books(caller: Caller, fields?: SessionFields): Promise<Books>;
  query(sql: string): Promise<readonly Row[]>;
  /** Runs when the world is closed, before its parts are. */
  onClose(close: () => Promise<void>): void;
  /** The real worker, or with `stopping` the one whose operations stop where they are told to. */
  startWorker(what?: { readonly stopping?: boolean; readonly env?: Env }): HostProcess;
  /** Any process of this deployment, with these settings before its own. */
  start(file: string, env?: Env, args?: readonly string[]): HostProcess;
  close(): Promise<void>;
}

export async function startLedger(): Promise<CrashLedger> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-ledger-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const host = startHost('hosts/sandbox/main.ts', { DATA_DIR: dataDir, SANDBOX_PORT: String(port) });
  const gate = await openGate(url);
  const sandbox = sandboxOf(url);
  await answering(host, `${url}/_sandbox/organisations`);
  return {
    sandbox,
    gate,
    port,
    async close() {
      await gate.close();
      await host.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function openCrashWorld(kind: DatabaseKind, ledger: CrashLedger): Promise<CrashWorld> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-crash-'));
  const port = await freePort();
  const filename = path.join(dataDir, 'crash.db');
  if (kind === 'SQLite') await writeMigrated(filename);
  const env = {
    DATABASE_URL: kind === 'SQLite' ? `sqlite:${filename}` : (await migratedDatabase()).url,
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    SANDBOX_PORT: String(ledger.port),
    LEDGER_API_URL: ledger.gate.url,
    ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    // Nothing comes by the clock in between.
    RECONCILE_INTERVAL_MINUTES: '1440',
    FOLLOW_MINUTES: '0',
    LOG_LEVEL: 'warn',
    WORKER_PORT: '0',
  };
  // This process calls the sandbox directly, because the gate counts and stops the calls of workers only.
  const { LEDGER_API_URL: _, ...own } = env;
  const config = readConfig({ ...own, LOG_LEVEL: 'silent' });
  const composition = await compose(config, 'walk');
  const rows = kind === 'SQLite' ? sqliteRows(filename) : postgresRows(env.DATABASE_URL);
  const hosts: HostProcess[] = [];
  const start: CrashWorld['start'] = (file, extra = {}, args = []) => {
    const host = startHost(file, { ...env, ...extra }, args);
    hosts.push(host);
    return host;
  };
  const closers: (() => Promise<void>)[] = [];
  const { core, ports } = composition;
  const service = {
    ...{ core, ports, sandbox: ledger.sandbox },
    newTenant: async () =>
      String(
        (await ledger.sandbox.control('POST', 'organisations', { name: 'Crash Ltd', seed: 'empty' }))['tenant_id'],
      ),
  } as Partial<Service> as Service;
  return {
    ...{ kind, config, composition, ledger, service },
    organization: ({ notified = false } = {}) => newOrganization(composition, ledger.sandbox, env.BASE_URL, notified),
    books: async (caller, fields = {}) => {
      const books = await openBooks(service, { test: caller } as Tenancy, fields);
      await cancelSync(composition, books.connection);
      return books;
    },
    query: rows.query,
    onClose: (close) => void closers.push(close),
    startWorker: ({ stopping = false, env: extra = {} } = {}) => {
      const file = stopping ? 'tests/walk/crash-worker.ts' : 'hosts/worker/main.ts';
      // One that stops holds all at once. Of another's calls, a slow machine would keep so many waiting too long.
      const slots = stopping ? { WORKER_CONCURRENCY: '300' } : {};
      return start(file, { ...slots, ...extra });
    },
    start,
    async close() {
      await Promise.all(hosts.map((host) => host.kill('SIGKILL')));
      for (const close of closers) await close();
      await composition.close();
      await rows.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function newOrganization(
  { core }: Composition,
  sandbox: Sandbox,
  baseUrl: string,
  notified: boolean,
): Promise<Caller> {
  const { id: organizationId } = await core.access.createOrganization({ name: 'Crashers', plan: 'paid' });
  const secrets = { clientSecret: 'client-secret', webhookKey: 'webhook-key' };
  const plane = { organizationId, environment: 'test' } as const;
  const app = { ...plane, provider: 'ledger', clientId: organizationId, name: 'own', makeDefault: true, ...secrets };
  const { id } = await core.access.registerProviderApp(app);
  await sandbox.control('POST', 'apps', {
    client_id: organizationId,
    client_secret: secrets.clientSecret,
    redirect_uris: [`${baseUrl}/oauth/ledger/callback`],
    ...(notified ? { webhook_url: `${baseUrl}/webhooks/ledger/${id}`, webhook_key: secrets.webhookKey } : {}),
  });
  return { ...plane, actor: 'key_walk' as ApiKeyId, requestId: 'req-walk' as RequestId };
}

/** Of empty books a sync brings nothing, by some twenty calls; its own crashes are crash-kinds.test.ts. */
async function cancelSync({ ports: { storage, clock } }: Composition, connection: Connection): Promise<void> {
  await storage.transaction(async ({ operations }) => {
    for (const sync of await operations.lockUnfinished(connection, { connectionId: connection.id }, 1))
      await operations.update(cancel(sync, clock.now()), sync.state);
  });
}

interface Rows {
  query(sql: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

function sqliteRows(filename: string): Rows {
  const database = new Database(filename, { readonly: true });
  return {
    query: async (sql) => database.prepare(sql).all() as Row[],
    close: async () => void database.close(),
  };
}

function postgresRows(url: string): Rows {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  return {
    query: async (sql) => (await pool.query(sql)).rows as Row[],
    close: () => pool.end(),
  };
}

/** What runs or is due; retention and reconciliation come by the clock. */
const unfinished = (now: number): string => `select id, type, state, attempts from operations
  where state in ('queued', 'running', 'retrying') and (state = 'running' or due_at <= ${now + 600_000})
  and type not in ('retention.purge', 'connection.reconcile', 'connection.follow')`;

/** Nothing is left to do but what the clock brings. */
export async function untilIdle(world: CrashWorld, withinMs?: number): Promise<void> {
  const left = () => world.query(unfinished(Date.now()));
  await until('idle workers', async () => (await left()).length === 0, withinMs).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(await left()).slice(0, 1500)}`);
  });
}

/** Waits for what a worker must do; its output is in the error when it never does. */
export async function untilWorker(
  worker: HostProcess,
  what: string,
  look: () => boolean | Promise<boolean>,
  withinMs?: number,
): Promise<void> {
  await until(what, look, withinMs).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${worker.output().slice(-4000)}`);
  });
}
