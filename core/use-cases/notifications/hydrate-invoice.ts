// `notification.process`: reads the changed invoice live, or the payment with its invoice or with the credit that it refunds, and announces changes.
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import { type CachedRecord, textField } from '../../domain/ledger-record.ts';
import { changedAtOf, echoMark } from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AttemptOutcome } from '../../domain/operation-moves.ts';
import { isEcho } from '../../domain/payment-transition.ts';
import { batched, type Finding } from '../../engine/batch.ts';
import { continueLater, inputText, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { announceInvoices, type InvoiceRead } from '../events/announce-invoice.ts';
import { snapshotOfInvoice } from '../events/invoice-snapshot.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { refundedBy } from '../resources/refunded-credit.ts';
import { cacheAll } from '../writes/cache-records.ts';
import { createReader, type SharedRead } from './read-together.ts';

/** What an attempt found: the records that it read, and the invoice to announce or the reason why there is none. */
interface Found {
  readonly operation: Operation;
  readonly records: readonly CachedRecord[];
  readonly invoice: Omit<InvoiceRead, 'connection'> | { readonly skipped: string };
}

export function hydrateInvoice(ports: CorePorts): OperationKind {
  const readTogether = createReader(ports);
  const decideAll = (stores: Stores, all: readonly Found[]) => announceAllFound(stores, ports, all);
  const finding = (found: Found): Finding<Found> => ({ found, decideAll });
  const gather = createGathering(ports);
  const announced = batched(ports.storage.projections.find);
  return async ({ operation }) => {
    const connection = await hydratable(ports.storage, operation);
    if (!connection) return succeeded({ skipped: 'connection_not_active' });
    if (connection.status === 'disconnecting') return whileLeaving;
    if (mayBeEcho(operation)) {
      const providerInvoiceId = inputText(operation, 'resource_id');
      const [known, changedAt] = [
        await announced({ connectionId: connection.id, providerInvoiceId }),
        changedAtOf(operation.input['occurred_at']),
      ];
      if (known && changedAt && isEcho(known, changedAt)) return untilMark(ports, connection);
    }
    if (isConfirming(operation)) await gather(connection.id);
    const { id: operationId, requestId } = operation;
    const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'notifications' });
    const resourceId = inputText(operation, 'resource_id');
    return readTogether({ ledger, changedAt: changedAtOf(operation.input['occurred_at']) }, async (read) => {
      const isPayment = operation.input['resource_type'] === 'payments';
      const payment = isPayment ? (await read('payments', resourceId)).record : undefined;
      const invoiceId = isPayment ? payment && invoiceOf(ledger, payment) : resourceId;
      const refunded = payment && !invoiceId ? refundedBy(ledger, payment) : undefined;
      const credit = refunded && ledger.provider.traits.families[refunded.type] ? refunded : undefined;
      const note = credit && (await read(credit.type, credit.providerId)).record;
      const records = [payment, note].filter((one) => one !== undefined);
      if (!invoiceId) return finding({ operation, records, invoice: { skipped: 'payment_of_no_invoice' } });
      const invoice = await read('invoices', invoiceId);
      return finding({ operation, ...invoiceFound(ports, operation, records, invoice) });
    });
  };
}

function invoiceFound(
  { digester, tracing }: CorePorts,
  { id: operationId, requestId, createdAt, startedAt }: Operation,
  records: readonly CachedRecord[],
  { record, announcedBefore }: SharedRead,
): Omit<Found, 'operation'> {
  if (!record) return { records, invoice: { skipped: 'invoice_not_found' } };
  const read = { operationId, requestId, announcedBefore, readAt: startedAt ?? createdAt };
  const traceparent = tracing?.traceparent() ?? null;
  return {
    records: [...records, record],
    invoice: { ...read, traceparent, snapshot: snapshotOfInvoice(digester, record) },
  };
}

/** The notification may have come before the answer to our own write was stored. One that waited is read. */
function mayBeEcho({ input, attempts }: Operation): boolean {
  return input['resource_type'] === 'invoices' && input['is_echo'] !== true && attempts.length === 0;
}

/** The read confirms a write of ours: it is in no hurry. */
function isConfirming({ input, attempts }: Operation): boolean {
  return input['is_echo'] === true || attempts.at(-1)?.error?.reason === 'own_write';
}

const gatherMs = 250;

/** Lets echoes of a connection that fall due at about one time ask together. */
function createGathering({ clock }: CorePorts) {
  const gatherings = new Map<ConnectionId, Promise<void>>();
  return (id: ConnectionId): Promise<void> => {
    const gathering = gatherings.get(id) ?? clock.wait(gatherMs).finally(() => gatherings.delete(id));
    gatherings.set(id, gathering);
    return gathering;
  };
}

function untilMark({ clock }: CorePorts, { id }: Connection): AttemptOutcome {
  const now = clock.now();
  const seconds = (echoMark(id, now, 0).getTime() - now.getTime()) / 1000;
  return continueLater('own_write', 'a write of ours is confirmed together with others', seconds);
}

/** Undefined for a connection that was disconnected or stores no records: the work ends without a trace. */
async function hydratable(stores: Stores, operation: Operation): Promise<Connection | undefined> {
  const { connectionId } = operation;
  const connection = connectionId === null ? undefined : await liveConnection(stores, operation, connectionId);
  return connection?.retentionMode === 'cached' ? connection : undefined;
}

/** The provider's id of a payment's invoice; null if the payment is for something else. */
function invoiceOf({ provider }: Ledger, payment: CachedRecord): string | null {
  return providerIdOf('invoices', textField(payment, 'invoice_id') ?? '', provider.traits) ?? null;
}

/** Caches the records and announces the invoices in the transaction that ends the operations. */
async function announceAllFound(
  stores: Stores,
  ports: CorePorts,
  all: readonly Found[],
): Promise<readonly AttemptOutcome[]> {
  const connections = await Promise.all(all.map(({ operation }) => hydratable(stores, operation)));
  const live = all.flatMap((found, i) => {
    const connection = connections[i];
    const { id: operationId, requestId } = found.operation;
    const traceparent = 'skipped' in found.invoice ? null : found.invoice.traceparent;
    return connection ? [{ ...found, connection, requestId, operationId, traceparent }] : [];
  });
  await cacheAll(stores, ports, live);
  const reads = live.flatMap(({ connection, invoice }) => ('skipped' in invoice ? [] : [{ ...invoice, connection }]));
  const announced = await announceInvoices(stores, ports, reads);
  const events = new Map(reads.map(({ operationId }, i) => [operationId, announced[i]]));
  return all.map(({ operation, invoice }, i) => {
    if (!connections[i]) return succeeded({ skipped: 'connection_not_active' });
    if ('skipped' in invoice) return succeeded({ skipped: invoice.skipped });
    const { provider_revision } = invoice.snapshot;
    const told = events.get(operation.id);
    if (!told) return succeeded({ skipped: 'superseded', provider_revision });
    return succeeded({ provider_revision, events: told.map(({ id, type }) => ({ event_id: id, type })) });
  });
}
