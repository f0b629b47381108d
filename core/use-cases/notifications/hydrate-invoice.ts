// `notification.process`: reads the changed invoice live, or that of the changed payment, and announces what changed.
import { type Connection, liveStatuses } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type CachedRecord, textField } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { inputText } from '../../engine/input-of.ts';
import { type Conclusion, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import { parseResourceId } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { cacheRecords } from '../cache-records.ts';
import { whileLeaving } from '../connections/while-leaving.ts';
import { announceInvoice, type InvoiceRead } from '../events/announce-invoice.ts';
import { type LedgerPorts, openLedger } from '../open-ledger.ts';
import { snapshotOfInvoice } from './invoice-snapshot.ts';

type Ports = LedgerPorts & Pick<CorePorts, 'gateway'>;

export function hydrateInvoice(ports: Ports): OperationKind {
  return async ({ operation }) => {
    const connection = await hydratable(ports.storage, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    if (connection.status === 'disconnecting') return whileLeaving;
    const resourceId = inputText(operation, 'resource_id').toLowerCase();
    const isPayment = operation.input['category'] === 'PAYMENT';
    const providerId = isPayment ? await invoiceOfPayment(ports, operation, connection, resourceId) : resourceId;
    if (providerId === null) return succeeded({ skipped: 'payment_of_no_invoice' });
    // Asked before the provider is: it decides what was read before what.
    const announced = await ports.storage.projections.revisions(connection.id, [providerId]);
    const invoice = await liveRecord(ports, operation, connection, { type: 'invoices', providerId });
    if (!invoice) return succeeded({ skipped: 'invoice_not_found' });
    return announcing(ports, operation, {
      connection,
      snapshot: snapshotOfInvoice(ports.digester, invoice),
      announcedBefore: announced.get(providerId) ?? null,
      readAt: operation.startedAt ?? operation.createdAt,
      ...{ operationId: operation.id, requestId: operation.requestId },
    });
  };
}

/** Undefined for a connection that was disconnected or that stores no records: the work ends without a trace. */
async function hydratable(stores: Pick<Stores, 'connections'>, operation: Operation): Promise<Connection | undefined> {
  if (operation.connectionId === null) return undefined;
  const connection = await stores.connections.find(operation, operation.connectionId);
  const live: readonly string[] = liveStatuses;
  return connection && live.includes(connection.status) && connection.retentionMode === 'cached'
    ? connection
    : undefined;
}

/** The provider's id of the invoice that it is of; null for a payment of something else, or that is gone. */
async function invoiceOfPayment(
  ports: Ports,
  operation: Operation,
  connection: Connection,
  providerId: string,
): Promise<string | null> {
  const payment = await liveRecord(ports, operation, connection, { type: 'payments', providerId });
  const invoice = parseResourceId('invoices', (payment && textField(payment, 'invoice_id')) ?? '');
  return invoice.kind === 'this_type' ? invoice.providerId : null;
}

/** Also caches the record. Undefined when the provider has no such record. */
async function liveRecord(
  ports: Ports,
  operation: Operation,
  connection: Connection,
  { type, providerId }: { readonly type: ResourceType; readonly providerId: string },
): Promise<CachedRecord | undefined> {
  const { id: operationId, requestId } = operation;
  const ledger = openLedger(ports, connection, { requestId, operationId, lane: 'sync' });
  try {
    const record = { ...(await ledger.read(type, providerId)), fetchedAt: ports.clock.now() };
    if (await hydratable(ports.storage, operation)) await cacheRecords(ports, connection, requestId, [record]);
    return record;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function announcing(ports: Ports, operation: Operation, read: InvoiceRead): Conclusion {
  const { provider_revision } = read.snapshot;
  return async (stores) => {
    const connection = await hydratable(stores, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    const announced = await announceInvoice(stores, ports, { ...read, connection });
    if (announced.kind === 'superseded') return succeeded({ skipped: 'superseded', provider_revision });
    const events = announced.events.map(({ id, type }) => ({ event_id: id, type }));
    return succeeded({ provider_revision, events });
  };
}
