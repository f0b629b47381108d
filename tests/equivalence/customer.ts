// One customer of the service: connections to the same books, one receiver, and a worker that plays drive by hand.

import type { Database } from '../../adapters/knex-sqlite/index.ts';
import { createCore } from '../../core/create-core.ts';
import type { Connection } from '../../core/domain/connection.ts';
import { move } from '../../core/domain/connection.ts';
import type { Event } from '../../core/domain/event.ts';
import type { LeasedOperation, Operation, OperationType } from '../../core/domain/operation.ts';
import type { WebhookEndpoint } from '../../core/domain/webhook-endpoint.ts';
import type { WorkerApi } from '../../core/engine/worker-api.ts';
import type { CorePorts } from '../../core/ports/core-ports.ts';
import { createWorkerApi } from '../../core/product-worker.ts';
import { draftSync } from '../../core/use-cases/queue/draft-sync.ts';
import { connect, type Engine, never, openEngine, subscribe } from '../../core/use-cases/testing/engine.ts';
import { withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { type Books, openBooks } from './books.ts';
import { beginning, type Plan, tenants } from './plan.ts';

export interface Customer extends Engine {
  readonly books: Books;
  readonly connections: readonly Connection[];
  readonly endpoint: WebhookEndpoint;
  /** What the receiver answered 200, the event's id before the body. */
  readonly received: { readonly id: string; readonly body: string; readonly isTaken: boolean }[];
}

export async function openCustomer(database: Database, plan: Plan): Promise<Customer> {
  const engine = await openEngine(database);
  const { hands } = engine;
  hands.now = new Date(beginning);
  const books = openBooks(beginning);
  const ports: CorePorts = withGateway(engine.ports, { ...books.gateway });
  for (const change of plan.old) books.publish(change);
  const connections: Connection[] = [];
  for (const tenant of tenants) {
    connections.push(await connect(engine, { providerTenantId: tenant, externalAccountId: tenant }));
  }
  const { endpoint } = await subscribe(engine);
  const customer: Customer = { ...engine, ports, core: createCore(ports), books, connections, endpoint, received: [] };
  answers(customer, () => 200);
  for (const connection of connections) await walk(customer, connection, 'activation');
  await drain(customer);
  return customer;
}

/** Undefined: no answer came. */
export function answers({ hands, received }: Customer, status: () => number | undefined): void {
  hands.answer = ({ body }) => {
    const given = status();
    const { id } = JSON.parse(body) as { id: string };
    received.push({ id, body, isTaken: given === 200 });
    if (given === undefined) return { kind: 'failed', error: 'timeout', durationMs: 10_000 };
    return { kind: 'answered', status: given, excerpt: '', retryAfterSeconds: null, durationMs: 12 };
  };
}

/** Time passes, here and at the ledger. */
export function pass({ hands, books }: Customer, seconds: number): void {
  hands.now = new Date(hands.now.getTime() + seconds * 1000);
  books.now += seconds * 1000;
}

export function runIn({ books }: Customer, worker: Pick<WorkerApi, 'run'>, leased: LeasedOperation) {
  return books.leased.run(leased, () => worker.run(leased, never));
}

/** Claims and runs what is due until nothing is. */
export async function drain(customer: Customer): Promise<void> {
  const worker = createWorkerApi(customer.ports);
  for (let rounds = 0; rounds < 200; rounds++) {
    const claimed = await worker.claim(20);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((leased) => runIn(customer, worker, leased)));
  }
  throw new Error('the queue does not run dry');
}

export async function walk(
  { ports, caller }: Customer,
  connection: Connection,
  trigger: 'schedule' | 'activation',
): Promise<void> {
  const type = trigger === 'activation' ? 'connection.sync' : 'connection.reconcile';
  const ask = { type, scope: 'invoices', trigger, requestId: caller.requestId } as const;
  await ports.storage.operations.insertCoalesced([draftSync(ports, connection, ask)]);
}

export async function connectionOf({ storage, connections, caller }: Customer, tenant: number): Promise<Connection> {
  const { id } = connections[tenant] ?? { id: '' as Connection['id'] };
  const found = await storage.connections.find(caller, id);
  if (!found) throw new Error('no such connection');
  return found;
}

/** As the provider's refusal of a token does, or the person who reconnects. */
export async function toggle(customer: Customer, tenant: number): Promise<void> {
  const before = await connectionOf(customer, tenant);
  const isActive = before.status === 'active';
  const after = move(before, isActive ? 'action_required' : 'active', isActive ? 'token' : null, customer.hands.now);
  const tenantId = after.providerTenantId ?? '';
  if (!isActive) customer.books.refused.delete(tenantId);
  await customer.storage.connections.update(after, before.status);
  if (isActive) customer.books.refused.add(tenantId);
  if (!isActive) await walk(customer, after, 'activation');
}

export async function eventsOf(
  { storage, caller }: Customer,
  connectionId: Connection['id'],
): Promise<readonly Event[]> {
  const { items, hasMore } = await storage.events.list(caller, { connectionId }, { limit: 1000, page: 1 });
  if (hasMore) throw new Error('more events than a page');
  return [...items].sort((a, b) => Number(a.sequence) - Number(b.sequence));
}

export async function operationsOf({ storage, caller }: Customer, type: OperationType): Promise<readonly Operation[]> {
  const { items, hasMore } = await storage.operations.list(caller, { type }, { limit: 1000, page: 1 });
  if (hasMore) throw new Error('more operations than a page');
  return items;
}
