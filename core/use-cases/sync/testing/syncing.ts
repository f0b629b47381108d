// Connections, their books at the sandbox, and a worker that tests drive by hand.
import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import type { Connection } from '../../../domain/connection.ts';
import type { Event } from '../../../domain/event.ts';
import type { ConnectionId } from '../../../domain/ids.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { CachedRecord } from '../../../domain/ledger-record.ts';
import type { Operation, OperationType } from '../../../domain/operation.ts';
import { isOperational } from '../../../domain/operational-event.ts';
import type { ResourceType } from '../../../domain/resource.ts';
import type { WorkerApi } from '../../../engine/worker-api.ts';
import type { CorePorts } from '../../../ports/core-ports.ts';
import type { Stores } from '../../../ports/storage.ts';
import { createWorkerApi } from '../../../product-worker.ts';
import { draftSync, type SyncAsk } from '../../queue/draft-sync.ts';
import { type RawLedger, rawLedger } from '../../resources/testing/raw-ledger.ts';
import { connected, type SessionFields, write } from '../../testing/connecting.ts';
import type { Service, Tenancy } from '../../testing/service.ts';

export const never = new AbortController().signal;
export const line = { Description: 'Bench', Quantity: 2, UnitAmount: 50, AccountCode: '200', TaxType: 'OUTPUT2' };

export interface SyncedBooks {
  readonly connection: Connection;
  readonly tenantId: string;
  readonly ledger: RawLedger;
  /** Authorised sales invoices of 115.00 at the provider, by their ids. */
  invoices(count: number): Promise<readonly string[]>;
  change(invoiceId: string, document: JsonObject): Promise<void>;
  pay(invoiceId: string, amount?: number): Promise<void>;
  queue(ask?: Partial<SyncAsk>): Promise<Operation>;
  /** Queues a sync, runs what is due and returns the operation as it is then. */
  synced(ask?: Partial<SyncAsk>): Promise<Operation>;
  events(type?: Event['type']): Promise<readonly Event[]>;
  cached(type: ResourceType): Promise<readonly CachedRecord[]>;
  operations(type: OperationType): Promise<readonly Operation[]>;
  find(operation: Operation): Promise<Operation>;
}

/** Connects a new organization with these books and makes its first sync, unless `synced` is false. */
export async function openBooks(
  service: Service,
  tenancy: Tenancy,
  { seed = 'empty', fields = {}, synced = true }: { seed?: string; fields?: SessionFields; synced?: boolean } = {},
): Promise<SyncedBooks> {
  const made = await service.sandbox.control('POST', 'organisations', { name: `Books ${crypto.randomUUID()}`, seed });
  const tenantId = String(made['tenant_id']);
  // The sandbox stamps seeded records a millisecond apart, ahead of the clock.
  service.advance(60);
  const connection = await connected(service, tenancy.test, tenantId, { external_account_id: tenantId, ...fields });
  if (synced) await drain(service);
  return booksOf(service, tenancy, connection);
}

export function booksOf(service: Service, tenancy: Pick<Tenancy, 'test'>, connection: Connection): SyncedBooks {
  const { core, ports, sandbox } = service;
  const { storage } = ports;
  const caller = tenancy.test;
  const tenantId = connection.providerTenantId ?? '';
  const ledger = rawLedger(service, connection);
  const queue = async (ask: Partial<SyncAsk> = {}) => {
    const usual = { type: 'connection.reconcile', scope: 'invoices', trigger: 'schedule' } as const;
    const operation = draftSync(ports, connection, { ...usual, requestId: caller.requestId, ...ask });
    await storage.operations.insert([operation]);
    return operation;
  };
  const find = async ({ id }: Operation) => core.operations.find(caller, id);
  return {
    connection,
    tenantId,
    ledger,
    queue,
    find,
    invoices: (count) => createInvoices(ledger, count),
    change: async (id, document) => void (await ledger.call('POST', `Invoices/${id}`, { InvoiceID: id, ...document })),
    pay: async (invoice_id, amount) =>
      void (await sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id, amount })),
    async synced(ask) {
      const operation = await queue(ask);
      await drain(service);
      return find(operation);
    },
    async events(type) {
      const filter = { connectionId: connection.id, ...(type ? { type } : {}) };
      const all: Event[] = [];
      for (let page = 1; ; page++) {
        const { items, hasMore } = await storage.events.list(caller, filter, { limit: 200, page });
        all.push(...items);
        if (!hasMore) return all.sort((a, b) => Number(a.sequence) - Number(b.sequence));
      }
    },
    cached: (type) => allCached(storage, connection.id, type),
    operations: async (type) =>
      (await storage.operations.list(caller, { type, connectionId: connection.id }, { limit: 200, page: 1 })).items,
  };
}

const invoicesACall = 250;

async function createInvoices(ledger: RawLedger, count: number): Promise<readonly string[]> {
  const [contact] = await ledger.call('PUT', 'Contacts', { Contacts: [{ Name: `Customer ${crypto.randomUUID()}` }] });
  const Contact = { ContactID: contact?.['ContactID'] ?? '' };
  const dates = { Date: '2030-01-01', DueDate: '2030-01-31' };
  const one = { Type: 'ACCREC', Status: 'AUTHORISED', Contact, ...dates, LineItems: [line] };
  const ids: string[] = [];
  for (let left = count; left > 0; left -= invoicesACall) {
    const Invoices = Array.from({ length: Math.min(left, invoicesACall) }, () => one);
    const made = await ledger.call('PUT', 'Invoices', { Invoices });
    ids.push(...made.map((invoice) => String(invoice['InvoiceID']).toLowerCase()));
  }
  return ids;
}

const attemptsMax = 1000;

/** Claims and runs what is due until nothing is: syncs and reads, because no endpoint wants events. */
export async function drain({ core, ports }: Service, worker: WorkerApi = core.worker): Promise<void> {
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    const claimed = await worker.claim(5);
    if (claimed.length === 0) return;
    for (const leased of claimed) await worker.run(leased, never);
  }
  throw new Error(`the queue does not run dry at ${ports.clock.now().toISOString()}`);
}

/** A worker whose process is killed before its n-th commit of a transaction, and whose leases run out. */
export function dyingWorker(ports: CorePorts, survives: number): WorkerApi & { readonly isDead: () => boolean } {
  let left = survives;
  const transaction: CorePorts['storage']['transaction'] = (work) =>
    ports.storage.transaction(async (stores) => {
      const value = await work(stores);
      if (left <= 0) throw new Error('killed before the commit');
      left -= 1;
      return value;
    });
  const worker = createWorkerApi({ ...ports, storage: { ...ports.storage, transaction } });
  return { ...worker, isDead: () => left <= 0 };
}

/** Requests a sync as a caller does. */
export function requestSync(
  { core }: Service,
  { test }: Tenancy,
  { connection }: SyncedBooks,
  body: unknown,
  key?: string,
) {
  return core.connections.sync(test, { connectionId: connection.id, write: write(body, key) });
}

export function identities(events: readonly Event[]): readonly string[] {
  return events.map(({ identity }) => identity).sort();
}

export function typesOf(events: readonly Event[]): readonly string[] {
  return events.map(({ type }) => type);
}

/** Checks that no sequence number is missing and no event is announced twice. Operational events stand in no sequence. */
export function expectWhole(events: readonly Event[]): void {
  const inSequence = events.filter(({ type }) => !isOperational(type));
  expect(inSequence.map(({ sequence }) => sequence)).to.deep.equal(inSequence.map((_, i) => i + 1));
  expect(new Set(identities(events)).size).to.equal(events.length);
}

async function allCached(
  { records }: Pick<Stores, 'records'>,
  connectionId: ConnectionId,
  type: ResourceType,
): Promise<readonly CachedRecord[]> {
  const found: CachedRecord[] = [];
  let page = await listedRecords({ records }, { connectionId, type }, {}, { limit: 1_000, page: 1 });
  for (
    ;
    page.next !== null;
    page = await listedRecords({ records }, { connectionId, type }, {}, { limit: 1_000, after: page.next })
  ) {
    found.push(...page.items);
  }
  return [...found, ...page.items];
}
