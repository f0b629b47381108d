// `notification.process`: reads the changed invoice live, or the invoice of the changed payment, and announces changes.
import type { Connection } from '../../domain/connection.ts';
import { type CachedRecord, textField } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import { type Conclusion, inputText, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { announceInvoices, type InvoiceRead } from '../events/announce-invoice.ts';
import { snapshotOfInvoice } from '../events/invoice-snapshot.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { cacheRecords } from '../resources/cache-records.ts';
import { ifThere, readRecord } from '../resources/read-live.ts';

export function hydrateInvoice(ports: CorePorts): OperationKind {
  return async ({ operation }) => {
    const connection = await hydratable(ports.storage, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    if (connection.status === 'disconnecting') return whileLeaving;
    const resourceId = inputText(operation, 'resource_id').toLowerCase();
    const { id: operationId, requestId } = operation;
    const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'notifications' });
    const reading = { ports, operation, ledger };
    if (operation.input['category'] !== 'PAYMENT') return hydrate(reading, resourceId, []);
    const payment = await ifThere(readRecord(ports, ledger, 'payments', resourceId));
    const invoiceId = payment && invoiceOf(payment);
    if (!invoiceId) return concluding(reading, payment ? [payment] : [], { skipped: 'payment_of_no_invoice' });
    return hydrate(reading, invoiceId, [payment]);
  };
}

interface Reading {
  readonly ports: CorePorts;
  readonly operation: Operation;
  readonly ledger: Ledger;
}

/** `before`: the record that led to the invoice. */
async function hydrate(reading: Reading, providerId: string, before: readonly CachedRecord[]): Promise<Conclusion> {
  const { ports, operation, ledger } = reading;
  const { connection } = ledger;
  // Read before the provider is asked, so that it orders reads.
  const place = { connectionId: connection.id, providerInvoiceId: providerId };
  const [announced] = await ports.storage.projections.find([place]);
  const invoice = await ifThere(readRecord(ports, ledger, 'invoices', providerId));
  if (!invoice) return concluding(reading, before, { skipped: 'invoice_not_found' });
  return concluding(reading, [...before, invoice], {
    connection,
    snapshot: snapshotOfInvoice(ports.digester, invoice),
    announcedBefore: announced?.providerRevision ?? null,
    readAt: operation.startedAt ?? operation.createdAt,
    operationId: operation.id,
    requestId: operation.requestId,
  });
}

/** Undefined for a connection that was disconnected or stores no records: the work ends without a trace. */
async function hydratable(stores: Stores, operation: Operation): Promise<Connection | undefined> {
  const { connectionId } = operation;
  const connection = connectionId === null ? undefined : await liveConnection(stores, operation, connectionId);
  return connection?.retentionMode === 'cached' ? connection : undefined;
}

/** The provider's id of a payment's invoice; null for a payment of something else. */
function invoiceOf(payment: CachedRecord): string | null {
  return providerIdOf('invoices', textField(payment, 'invoice_id') ?? '') ?? null;
}

/** Caches the read and announces the invoice in the transaction that ends the operation. */
function concluding(
  { ports, operation }: Reading,
  records: readonly CachedRecord[],
  found: InvoiceRead | { readonly skipped: string },
): Conclusion {
  return async (stores) => {
    const connection = await hydratable(stores, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    await cacheRecords(stores, ports, { connection, requestId: operation.requestId }, records);
    if ('skipped' in found) return succeeded({ skipped: found.skipped });
    const { provider_revision } = found.snapshot;
    const [announced] = await announceInvoices(stores, ports, [{ ...found, connection }]);
    if (!announced) return succeeded({ skipped: 'superseded', provider_revision });
    return succeeded({ provider_revision, events: announced.map(({ id, type }) => ({ event_id: id, type })) });
  };
}
