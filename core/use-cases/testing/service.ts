// The whole core, over SQLite by default, with the real gateway against a sandbox ledger and clocks that tests move.
import { randomUUID } from 'node:crypto';
import {
  type CallBounds,
  createDigester,
  createEventSigner,
  createIdGenerator,
  createLedgerProvider,
  createLocalWakeUp,
  createPasswordHasher,
  createSandboxLedger,
  createSecondFactors,
  createSecretVault,
  type Database,
  databaseForTests,
  inMemory,
  type Sandbox,
  sandboxOf,
  sandboxProfile,
  serveSandbox,
  smallPng,
} from '../../../contract-tests/testing/doubles.ts';
import { askingIn, transportTo } from '../../../contract-tests/testing/ledger-in-process.ts';
import { type Core, createCore } from '../../create-core.ts';
import { useOf } from '../../domain/budget.ts';
import type { Caller, Environment } from '../../domain/caller.ts';
import type { ApiKeyId, OrganizationId, RequestId } from '../../domain/ids.ts';
import type { Plan } from '../../domain/organization.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { defaultRetentionDays } from '../../domain/retention.ts';
import type { CorePorts, CoreSettings } from '../../ports/core-ports.ts';
import type { LogFields } from '../../ports/system.ts';

export interface ServiceOptions {
  /** Uses a file, which further cores can open too; by default the database is in memory. */
  readonly shared?: true;
  /** Opens the database of each core, instead of a file or memory. */
  readonly open?: () => Promise<Database>;
  readonly settings?: Partial<CoreSettings>;
  /** If given, even empty, calls go over a socket; by default they reach the ledger in this process. */
  readonly bounds?: Partial<CallBounds>;
  /** Puts something between the core and its ports. */
  readonly wrap?: (ports: CorePorts) => CorePorts;
  /** The time before `advance`, in place of the machine's clock. */
  readonly now?: () => number;
  /** The ids of new documents at the ledger, in place of random ones. */
  readonly newLedgerId?: () => string;
}

export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body_digest: string;
  readonly status: number;
}

/** An organization with a provider app and a caller in each environment. */
export interface Tenancy {
  readonly organizationId: OrganizationId;
  readonly test: Caller;
  readonly live: Caller;
  readonly apps: Readonly<Record<Environment, ProviderApp>>;
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly cause?: unknown;
}

export interface Service {
  readonly core: Core;
  readonly ports: CorePorts;
  readonly database: Database;
  readonly sandbox: Sandbox;
  readonly lines: LogLine[];
  /** Moves the core's clock and the ledger's; either may be left where it is. */
  advance(seconds: number, which?: 'both' | 'core' | 'ledger'): void;
  /** The calls that the ledger received and whose method and path begin so, e.g. `PUT /api.xro/2.0/Invoices`. */
  calls(begin: string): Promise<readonly SandboxCall[]>;
  /** A new tenant at the ledger, with empty books but the chart of accounts. */
  newTenant(name?: string): Promise<string>;
  newOrganization(plan?: Plan): Promise<Tenancy>;
  /** A core as another process would have it, on the same database and ledger. */
  another(wrap?: ServiceOptions['wrap']): Promise<Core>;
  close(): Promise<void>;
}

export const baseUrl = 'http://localhost:8080';
export const hostedApp = { clientId: 'hosted', clientSecret: 'hosted-secret', webhookKey: 'hosted-key' };
const redirectUris = [`${baseUrl}/oauth/ledger/callback`];

/** The core's waits pass twenty times as fast; lease times are not affected, because they are read from the clock. */
const haste = 20;

type Offsets = Record<'core' | 'ledger', number>;

type Ledger = Awaited<ReturnType<typeof startLedger>>;

async function startLedger(offsets: Offsets, { now = Date.now, newLedgerId }: ServiceOptions) {
  const ledger = createSandboxLedger({
    now: () => new Date(now() + offsets.ledger),
    ...(newLedgerId ? { newId: newLedgerId } : {}),
    limits: { minute: null, day: null, concurrent: null, app_minute: null },
    apps: [{ client_id: hostedApp.clientId, client_secret: hostedApp.clientSecret, redirect_uris: redirectUris }],
  });
  const { url, close } = await serveSandbox(ledger, { host: '127.0.0.1', port: 0 });
  const registerApp = (clientId: string) =>
    ledger.registerApp({ client_id: clientId, client_secret: 'client-secret', redirect_uris: redirectUris });
  return { url, close, registerApp, transport: transportTo(ledger), ask: askingIn(ledger) };
}

function portsOf(
  database: Database,
  ledger: Pick<Ledger, 'url' | 'transport'>,
  offsets: Offsets,
  lines: LogLine[],
  options: ServiceOptions,
): CorePorts {
  const { now = Date.now } = options;
  const clock: CorePorts['clock'] = {
    now: () => new Date(now() + offsets.core),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / haste)),
  };
  const profile = sandboxProfile(ledger.url);
  const way = options.bounds ? { bounds: options.bounds } : { transport: ledger.transport };
  return {
    storage: database.storage,
    providers: { ledger: createLedgerProvider({ profile, clock, hostedApp, ...way }) },
    signer: createEventSigner(),
    sender: {
      refuses: (url) => (url.startsWith('https://') ? undefined : 'must be an https address'),
      send: async () => ({ kind: 'answered', status: 200, excerpt: '', retryAfterSeconds: null, durationMs: 1 }),
    },
    vault: createSecretVault({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(7) }] }),
    digester: createDigester({ pepper: 'pepper-of-the-tests-pepper-of-the-tests' }),
    sessionDigester: createDigester({ pepper: 'session-secret-of-the-tests-session-secret' }),
    passwords: createPasswordHasher({ ln: 10, r: 8, p: 1 }),
    ...{ smallPng, secondFactors: createSecondFactors({ host: 'localhost', origins: [baseUrl] }) },
    // Without limits: many tests call more in a second than a connection may in a minute.
    budget: {
      acquire: async () => ({ kind: 'granted', release: () => {} }),
      use: async (ids) => ids.map((connectionId) => ({ connectionId, ...useOf(undefined, clock.now().getTime()) })),
    },
    // Stores entries at once, so that a test sees what it caused.
    journal: journalAtOnce(database.storage.providerCalls),
    requestJournal: { record: (request) => void database.storage.requestLog.insert([request]).catch(() => {}) },
    meter: {
      keep: (event) => database.storage.usage.insert([event]),
      count: (used) => void database.storage.usage.insert([{ ...used, id: randomUUID() }]).catch(() => {}),
    },
    clock,
    ids: createIdGenerator(),
    log: {
      info: (message, fields = {}) => void lines.push({ level: 'info', message, fields }),
      warn: (message, fields = {}) => void lines.push({ level: 'warn', message, fields }),
      error: (message, cause, fields = {}) => void lines.push({ level: 'error', message, cause, fields }),
    },
    wakeUp: createLocalWakeUp(),
    settings: {
      baseUrl,
      redirectOrigins: ['http://localhost:3000', 'https://app.example.com'],
      readOnly: false,
      reconcileIntervalMinutes: 15,
      reconcileAdaptive: false,
      followMinutes: 60,
      retentionDays: defaultRetentionDays,
      logRequestBodies: false,
      attachmentBytesPerDay: 500_000_000,
      ...options.settings,
    },
  };
}

function journalAtOnce(store: CorePorts['storage']['providerCalls']): CorePorts['journal'] {
  let heard: Parameters<CorePorts['journal']['onStored']>[0] = async () => {};
  const keep = (call: ProviderCall) => store.insert([call]).then(() => heard([call]));
  return {
    record: (call) => void keep(call).catch(() => {}),
    onStored: (next) => {
      heard = next;
    },
  };
}

export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const offsets: Offsets = { core: 0, ledger: 0 };
  const lines: LogLine[] = [];
  const { wrap = (plain) => plain } = options;
  const file = options.shared ? await databaseForTests('SQLite') : undefined;
  const open = options.open ?? file?.open ?? inMemory;
  const ledger = await startLedger(offsets, options);
  const databases = [await open()];
  const [database] = databases as [Database];
  const ports = wrap(portsOf(database, ledger, offsets, lines, options));
  const core = createCore(ports);
  const sandbox = sandboxOf(ledger.url, ledger.ask);
  return {
    core,
    ports,
    database,
    sandbox,
    lines,
    advance(seconds, which = 'both') {
      if (which !== 'ledger') offsets.core += seconds * 1000;
      if (which !== 'core') offsets.ledger += seconds * 1000;
    },
    calls: async (begin) =>
      ((await sandbox.control('GET', 'requests'))['requests'] as SandboxCall[]).filter(({ method, path }) =>
        `${method} ${path}`.startsWith(begin),
      ),
    newTenant: async (name = `Organization ${randomUUID()}`) =>
      String((await sandbox.control('POST', 'organisations', { name, seed: 'empty' }))['tenant_id']),
    newOrganization: (plan = 'paid') => newOrganization(core, ledger.registerApp, plan),
    async another(wrapOther = (plain) => plain) {
      const other = await open();
      databases.push(other);
      return createCore(wrapOther(portsOf(other, ledger, offsets, lines, options)));
    },
    async close() {
      await ledger.close();
      for (const open of databases) await open.close();
      await file?.close();
    },
  };
}

async function newOrganization(core: Core, registerApp: (clientId: string) => void, plan: Plan): Promise<Tenancy> {
  const { id: organizationId } = await core.access.createOrganization({ name: 'Harbour Books', plan });
  const app = (environment: Environment): Promise<ProviderApp> => {
    const clientId = `${organizationId}-${environment}`;
    registerApp(clientId);
    const secrets = { clientSecret: 'client-secret', webhookKey: 'webhook-key' };
    return core.access.registerProviderApp({
      provider: 'ledger',
      ...{ organizationId, environment, clientId, ...secrets },
      name: environment,
      makeDefault: plan === 'paid',
    });
  };
  const caller = (environment: Environment): Caller => ({
    organizationId,
    environment,
    actor: `key_${environment}` as ApiKeyId,
    requestId: 'req-test' as RequestId,
  });
  const apps = { test: await app('test'), live: await app('live') };
  return { organizationId, test: caller('test'), live: caller('live'), apps };
}
