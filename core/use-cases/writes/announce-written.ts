import type { Connection } from '../../domain/connection.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import { answeredInvoice } from '../../domain/invoice-rules.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceInvoices } from '../events/announce-invoice.ts';
import { snapshotOfInvoice } from '../events/invoice-snapshot.ts';

interface Announcer {
  /** As it is now. */
  readonly connection: Connection;
  readonly requestId: RequestId;
  /** Null for a request. */
  readonly operationId: OperationId | null;
  /** By our own clock, no later than the first sending. */
  readonly sentAt: Date;
}

/**
 * Announces the invoices among the provider's answers to our writes, under the identity that a read of them would have, so
 * that the notification's read finds nothing new. Call it in the transaction that stores the answers, after caching them,
 * unless the connection has ended meanwhile; signal the wake-up after the commit. Announces nothing with zero retention.
 */
export async function announceWritten(
  stores: Stores,
  ports: CorePorts,
  { connection, ...writer }: Announcer,
  records: readonly LedgerRecord[],
): Promise<void> {
  const invoices = records.flatMap((record) => (record.type === 'invoices' ? (answeredInvoice(record) ?? []) : []));
  if (invoices.length === 0 || connection.retentionMode === 'zero') return;
  const { requestId, operationId, sentAt: readAt } = writer;
  const read = { connection, requestId, operationId, readAt, isOwn: true };
  await announceInvoices(
    stores,
    ports,
    invoices.map((invoice) => ({ ...read, snapshot: snapshotOfInvoice(ports.digester, invoice) })),
  );
}
