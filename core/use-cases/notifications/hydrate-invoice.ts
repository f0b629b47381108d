// `notification.process`: reads the changed invoice live, or that of the changed payment, and announces what changed.
import { type Connection, liveStatuses } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type CachedRecord, textField } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { parseResourceId } from '../../domain/resource-id.ts';
import { inputText } from '../../engine/input-of.ts';
import { type Conclusion, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { whileLeaving } from '../connections/while-leaving.ts';
import { announceInvoice } from '../events/announce-invoice.ts';
import { type LedgerPorts, openLedger } from '../open-ledger.ts';
import { type ProviderCopy, providerCopy } from '../provider-copy.ts';
import { stepWithCopy } from '../step-with-copy.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from './invoice-snapshot.ts';

type Ports = LedgerPorts & Pick<CorePorts, 'gateway'>;

export function hydrateInvoice(ports: Ports): OperationKind {
  return async ({ operation, steps }) => {
    const connection = await hydratable(ports.storage, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    if (connection.status === 'disconnecting') return whileLeaving;
    const resourceId = inputText(operation, 'resource_id').toLowerCase();
    const isPayment = operation.input['category'] === 'PAYMENT';
    const providerId = isPayment
      ? await stepWithCopy(steps, 'payment', () => readPayment(ports, operation, connection, resourceId))
      : resourceId;
    if (providerId === null) return succeeded({ skipped: 'payment_of_no_invoice' });
    const read = await stepWithCopy(steps, 'read', () => readInvoice(ports, operation, connection, providerId));
    if (!read) return succeeded({ skipped: 'invoice_not_found' });
    return announcing(ports, operation, read);
  };
}

/** Work on a connection that was disconnected, or that keeps no records, ends without a trace. */
async function hydratable(stores: Pick<Stores, 'connections'>, operation: Operation): Promise<Connection | undefined> {
  if (operation.connectionId === null) return undefined;
  const connection = await stores.connections.find(operation, operation.connectionId);
  const live: readonly string[] = liveStatuses;
  return connection && live.includes(connection.status) && connection.retentionMode === 'cached'
    ? connection
    : undefined;
}

/** What the step keeps: the invoice, and the revision that was last announced when the provider was asked for it. */
type KeptRead = { readonly snapshot: InvoiceSnapshot; readonly announced_before: string | null };

/** Null when the provider has no such invoice. */
async function readInvoice(
  ports: Ports,
  operation: Operation,
  connection: Connection,
  providerId: string,
): Promise<{ result: KeptRead | null; copy?: ProviderCopy }> {
  const announced = await ports.storage.projections.revisions(connection.id, [providerId]);
  const invoice = await liveRecord(ports, operation, connection, { type: 'invoices', providerId });
  if (!invoice) return { result: null };
  return {
    result: {
      snapshot: snapshotOfInvoice(ports.digester, invoice),
      announced_before: announced.get(providerId) ?? null,
    },
    copy: copyOf(ports, operation, connection, invoice),
  };
}

/** The provider's id of the invoice that it is of; null for a payment of something else, or that is gone. */
async function readPayment(
  ports: Ports,
  operation: Operation,
  connection: Connection,
  providerId: string,
): Promise<{ result: string | null; copy?: ProviderCopy }> {
  const payment = await liveRecord(ports, operation, connection, { type: 'payments', providerId });
  if (!payment) return { result: null };
  const invoice = parseResourceId('invoices', textField(payment, 'invoice_id') ?? '');
  return {
    result: invoice.kind === 'this_type' ? invoice.providerId : null,
    copy: copyOf(ports, operation, connection, payment),
  };
}

function copyOf(ports: Ports, operation: Operation, connection: Connection, record: CachedRecord): ProviderCopy {
  return providerCopy(ports, connection, operation.requestId, async (stores) => {
    if (await hydratable(stores, operation)) await stores.records.put(connection.id, [record]);
  });
}

async function liveRecord(
  ports: Ports,
  { id: operationId, requestId }: Operation,
  connection: Connection,
  { type, providerId }: { readonly type: ResourceType; readonly providerId: string },
): Promise<CachedRecord | undefined> {
  try {
    const ledger = openLedger(ports, connection, { requestId, operationId, lane: 'sync' });
    return { ...(await ledger.read(type, providerId)), fetchedAt: ports.clock.now() };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** A step that an earlier release kept holds the invoice alone. */
function announcing(ports: Ports, operation: Operation, kept: KeptRead | InvoiceSnapshot): Conclusion {
  const read =
    'snapshot' in kept ? { snapshot: kept.snapshot, announcedBefore: kept.announced_before } : { snapshot: kept };
  const { provider_revision } = read.snapshot;
  return async (stores) => {
    const connection = await hydratable(stores, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    const { id: operationId, requestId, startedAt, createdAt } = operation;
    const readAt = startedAt ?? createdAt;
    const told = await announceInvoice(stores, ports, { connection, ...read, readAt, operationId, requestId });
    if (told.kind === 'superseded') return succeeded({ skipped: 'superseded', provider_revision });
    const events = told.events.map(({ id, type }) => ({ event_id: id, type }));
    return succeeded({ provider_revision, events });
  };
}
