// The core over a real SQLite database, with a ledger, a receiver and a clock that tests control.
import { type Database, inMemory } from '../../../contract-tests/testing/doubles.ts';
import { type Core, createCore } from '../../create-core.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ApiKeyId, RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { Lease, LeasedOperation, Operation } from '../../domain/operation.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { WebhookEndpointRequest } from '../../schemas/requests/webhooks.ts';
import { sealGrant } from '../ledger/access-token.ts';
import { type Hands, portsOf, startingHands } from './hands.ts';

export const tenantId = '3c1f0a44-5c2e-4f5b-8a9b-2f5b0c9f1d22';
export const invoiceId = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
export const never = new AbortController().signal;

export function invoice(fields: JsonObject, updatedAt: string, providerId = invoiceId): LedgerRecord {
  return {
    type: 'invoices',
    providerId,
    providerUpdatedAt: new Date(updatedAt),
    fields,
    native: { InvoiceID: providerId },
  };
}

export const unpaid = {
  status: 'AUTHORISED',
  number: 'INV-1',
  total: 100.1,
  amount_due: 100.1,
  amount_paid: 0,
  currency: 'EUR',
};
export const paid = { ...unpaid, status: 'PAID', amount_due: 0, amount_paid: 100.1 };

export async function openEngine(given?: Database) {
  const database = given ?? (await inMemory());
  const hands = startingHands();
  const ports = portsOf(database.storage, hands);
  const core = createCore(ports);
  const organization = await core.access.createOrganization({ name: 'Org', plan: 'paid' });
  const caller: Caller = {
    organizationId: organization.id,
    environment: 'test',
    actor: 'key_1' as ApiKeyId,
    requestId: 'r-test' as RequestId,
  };
  const app = await core.access.registerProviderApp({
    provider: 'ledger',
    organizationId: organization.id,
    environment: 'test',
    name: 'app',
    clientId: 'client',
    clientSecret: 'secret',
    webhookKey: 'hook-key',
    makeDefault: true,
  });
  return withActs({
    database,
    storage: database.storage,
    hands,
    ports,
    core,
    caller,
    app,
    close: () => database.close(),
  });
}

interface Parts {
  readonly database: Database;
  readonly storage: Database['storage'];
  readonly hands: Hands;
  readonly ports: CorePorts;
  readonly core: Core;
  readonly caller: Caller;
  readonly app: ProviderApp;
  close(): Promise<void>;
}

/** What tests do with an engine, as its methods. */
export function withActs(engine: Parts) {
  const bound =
    <Asked extends unknown[], Answer>(act: (engine: Parts, ...asked: Asked) => Answer) =>
    (...asked: Asked) =>
      act(engine, ...asked);
  return {
    ...engine,
    advance: bound(advance),
    claimOne: bound(claimOne),
    connect: bound(connect),
    drain: bound(drain),
    events: bound(eventsOf),
    notify: bound(notify),
    operation: bound(operation),
    operations: bound(operationsOf),
    subscribe: bound(subscribe),
  };
}

export type Engine = ReturnType<typeof withActs>;

export async function connect(engine: Parts, over: Partial<Connection> = {}): Promise<Connection> {
  const { storage, ports, caller, app, hands } = engine;
  const connection: Connection = {
    id: ports.ids.next('conn'),
    organizationId: caller.organizationId,
    environment: 'test',
    externalAccountId: 'customer-1',
    provider: 'ledger',
    providerAppId: app.id,
    providerConnectionId: 'pc-1',
    providerTenantId: tenantId,
    providerTenantName: 'Books',
    status: 'active',
    statusReason: null,
    retentionMode: 'cached',
    scopes: ['offline_access'],
    metadata: {},
    lastSyncedAt: null,
    scopeRefusedAt: null,
    syncWarnings: [],
    syncFrom: null,
    followSetting: null,
    createdAt: hands.now,
    updatedAt: hands.now,
    ...over,
  };
  await storage.connections.insert(connection);
  const expiresAt = new Date(hands.now.getTime() + 365 * 86_400_000);
  const grant = { accessToken: 'token', refreshToken: 'refresh', expiresAt, scopes: [], consentId: null };
  await storage.credentials.put(await sealGrant(ports, connection, grant));
  return connection;
}

export async function subscribe(
  { core, caller }: Parts,
  eventTypes: WebhookEndpointRequest['event_types'] = ['*'],
  url = 'https://hooks.example/a',
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const write = { body: { url, event_types: [...eventTypes] } };
  const { value } = await core.webhooks.createEndpoint(caller, { write });
  return { endpoint: value.endpoint, secret: value.signingSecret ?? '' };
}

/** A signed batch, as the provider would send it. */
export async function notify(
  { core, app }: Parts,
  first: number,
  resources: readonly (string | null)[],
  over: { type?: ResourceType | null; tenant?: string; last?: number } = {},
): Promise<string> {
  const notifications = resources.map((resourceId, i) => ({
    tenantId: over.tenant ?? tenantId,
    type: over.type === undefined ? 'invoices' : over.type,
    eventType: 'UPDATE',
    resourceId,
    occurredAt: `2026-03-01T12:00:0${i}.000Z`,
  }));
  const batch = { notifications, firstSequence: first, lastSequence: over.last ?? first + resources.length - 1 };
  const body = new TextEncoder().encode(JSON.stringify(batch));
  return core.notifications.receive({
    provider: 'ledger',
    appId: app.id,
    body,
    signature: 'hook-key',
    requestId: 'r-in' as RequestId,
  });
}

export function advance({ hands }: Parts, seconds: number): void {
  hands.now = new Date(hands.now.getTime() + seconds * 1000);
}

/** Claims and runs what is due until nothing is; returns how many attempts it took. */
export async function drain({ core }: Parts, signal: AbortSignal = never): Promise<number> {
  for (let attempts = 0; attempts < 1000; ) {
    const claimed = await core.worker.claim(10);
    if (claimed.length === 0) return attempts;
    for (const leased of claimed) await core.worker.run(leased, signal);
    attempts += claimed.length;
  }
  throw new Error('the queue does not run dry');
}

export async function claimOne({ core }: Parts): Promise<LeasedOperation> {
  const [leased] = await core.worker.claim(1);
  if (!leased) throw new Error('nothing is due');
  return leased;
}

export async function operation({ storage, caller }: Parts, id: Operation['id']): Promise<Operation> {
  const found = await storage.operations.find(caller, id);
  if (!found) throw new Error('no such operation');
  return found;
}

export async function operationsOf({ core, caller }: Parts, type: Operation['type']): Promise<readonly Operation[]> {
  return [...(await core.operations.list(caller, { type, limit: '200' })).items].reverse();
}

export async function eventsOf({ storage, caller }: Parts) {
  return [...(await storage.events.list(caller, {}, { limit: 200, page: 1 })).items].sort(
    (a, b) => Number(a.sequence) - Number(b.sequence),
  );
}

/** The lease of an earlier holder, which is lost by now. */
export function stale(lease: Lease): Lease {
  return { ...lease, token: lease.token - 1 };
}
