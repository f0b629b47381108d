// A refund: a payment of a credit note.
import { ServiceError } from '../../domain/errors.ts';
import { type CachedRecord, type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { readRecord } from './read-live.ts';

/** The provider's id of the credit note that a payment refunds; undefined for every other record. */
export function refundedBy({ provider }: Pick<Ledger, 'provider'>, record: LedgerRecord): string | undefined {
  const id = record.type === 'payments' ? textField(record, 'credit_note_id') : null;
  return id === null ? undefined : providerIdOf('credit_notes', id, provider.traits);
}

/**
 * The credit note as it is after a refund was made or taken back, so that its copy is fresh and it is announced; empty for
 * every other write. The write has happened, so a failure to read is none of the write: a notification or a sync tells later.
 */
export async function creditAfter(
  ports: CorePorts,
  ledger: Ledger,
  record: LedgerRecord,
): Promise<readonly CachedRecord[]> {
  const id = refundedBy(ledger, record);
  if (id === undefined || ledger.connection.retentionMode === 'zero') return [];
  try {
    return [await readRecord(ports, ledger, 'credit_notes', id)];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
