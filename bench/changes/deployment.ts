// A deployment of the product on a database of its own: what its hosts are started with, and the core to fill it by.
import { randomUUID } from 'node:crypto';
import type { Connection, Core, CorePorts, Plane, ProviderApp } from '../../core/index.ts';
import { sealGrant } from '../../core/use-cases/ledger/access-token.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import type { Environment } from '../../hosts/composition/config-reader.ts';
import { freePort } from '../../tests/walk/processes.ts';
import { type Child, startChild } from '../engine/children.ts';
import type { BenchServer } from '../engine/server.ts';

export interface Deployment {
  readonly databaseUrl: string;
  readonly core: Core;
  readonly ports: CorePorts;
  /** An HTTP host, as a process, with or without the request log. */
  startHttp(wishes?: { readonly isLogging: boolean }): Promise<{ readonly child: Child; readonly url: string }>;
  /** A worker, as a process that works when it is told to; `slots` operations at once. */
  startWorker(wishes: { readonly slots: number }): Promise<Child>;
  close(): Promise<void>;
}

/** `providerUrl` is where the stand-in for the provider listens, if there is one. */
export async function openDeployment(
  server: Pick<BenchServer, 'fresh'>,
  providerUrl = 'http://127.0.0.1:9',
): Promise<Deployment> {
  const databaseUrl = await server.fresh();
  const port = await freePort();
  const env = environment(databaseUrl, providerUrl, port);
  const composition = await compose(readConfig({ ...env, LOG_LEVEL: 'warn' }), 'bench');
  const child = (file: string, more: Environment = {}): Promise<Child> =>
    startChild(`../changes/${file}`, [JSON.stringify({ ...env, ...more })]);
  return {
    databaseUrl,
    core: composition.core,
    ports: composition.ports,
    async startHttp({ isLogging } = { isLogging: true }) {
      const own = isLogging ? port : await freePort();
      const url = `http://127.0.0.1:${own}`;
      const wishes = { PORT: String(own), BASE_URL: url, ...(isLogging ? {} : { BENCH_REQUEST_LOG: 'off' }) };
      return { child: await child('http-process.ts', wishes), url };
    },
    startWorker: ({ slots }) => child('worker-process.ts', { WORKER_CONCURRENCY: String(slots) }),
    close: composition.close,
  };
}

/** Development settings that open the machine itself as a destination; the rest as it comes. */
function environment(databaseUrl: string, providerUrl: string, port: number): Environment {
  return {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}=`,
    API_KEY_PEPPER: 'p'.repeat(48),
    SESSION_SECRET: 's'.repeat(48),
    ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    LEDGER_API_URL: `${providerUrl}/api.xro/2.0`,
    LEDGER_TOKEN_URL: `${providerUrl}/connect/token`,
    // Scheduled reconciliations would disturb the measurement.
    RECONCILE_INTERVAL_MINUTES: '1440',
    FOLLOW_MINUTES: '0',
    WORKER_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

export async function addOrganization({ core }: Pick<Deployment, 'core'>): Promise<Plane> {
  const { id } = await core.access.createOrganization({ name: 'Bench', plan: 'paid' });
  return { organizationId: id, environment: 'test' };
}

export const webhookKey = 'the-webhook-key-of-a-provider-app';

/** An organization has one default app, its first. */
export function addProviderApp(
  { core }: Pick<Deployment, 'core'>,
  plane: Plane,
  makeDefault = true,
): Promise<ProviderApp> {
  return core.access.registerProviderApp({
    provider: 'ledger',
    ...plane,
    name: 'Bench',
    clientId: randomUUID(),
    clientSecret: 'secret',
    webhookKey,
    makeDefault,
  });
}

const tokenHours = 24;

/** Active since now, with a token that outlives the benchmark. */
export async function addConnection(
  { ports }: Pick<Deployment, 'ports'>,
  plane: Plane,
  providerAppId: ProviderApp['id'] | null = null,
): Promise<Connection> {
  const now = ports.clock.now();
  const connection: Connection = {
    ...plane,
    id: ports.ids.next('conn'),
    externalAccountId: randomUUID(),
    provider: 'ledger',
    providerAppId,
    providerConnectionId: randomUUID(),
    providerTenantId: randomUUID(),
    providerTenantName: 'Bench',
    status: 'active',
    statusReason: null,
    retentionMode: 'cached',
    scopes: ['offline_access'],
    metadata: {},
    lastSyncedAt: null,
    scopeRefusedAt: null,
    syncFrom: null,
    followSetting: null,
    syncWarnings: [],
    createdAt: now,
    updatedAt: now,
  };
  const expiresAt = new Date(now.getTime() + tokenHours * 3_600_000);
  const grant = { accessToken: 'token', refreshToken: 'refresh', expiresAt, scopes: [], consentId: null };
  const sealed = await sealGrant(ports, connection, grant);
  await ports.storage.connections.insert(connection);
  await ports.storage.credentials.put({
    ...sealed,
    connectionId: connection.id,
    sealedPreviousRefreshToken: null,
    refreshedAt: now,
  });
  return connection;
}
