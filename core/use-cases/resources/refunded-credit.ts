// A refund: a payment of what holds credit, such as a credit note or a prepayment.

import { creditTypes } from '../../domain/allocation.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type CachedRecord, type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { singularOf } from '../../domain/resource.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { readRecord } from './read-live.ts';

/** What a payment refunds; undefined for every other record. */
export function refundedBy({ provider }: Pick<Ledger, 'provider'>, record: LedgerRecord): NamedRecord | undefined {
  if (record.type !== 'payments') return undefined;
  for (const type of creditTypes) {
    const id = textField(record, `${singularOf(type)}_id`);
    const providerId = id === null ? undefined : providerIdOf(type, id, provider.traits);
    if (providerId !== undefined) return { type, providerId };
  }
  return undefined;
}

/** What a bank transaction has made: a prepayment or an overpayment; undefined for every other record. */
export function depositOf({ provider }: Pick<Ledger, 'provider'>, record: LedgerRecord): NamedRecord | undefined {
  if (record.type !== 'bank_transactions') return undefined;
  for (const type of ['prepayments', 'overpayments'] as const) {
    const id = textField(record, `${singularOf(type)}_id`);
    const providerId = id === null ? undefined : providerIdOf(type, id, provider.traits);
    if (providerId !== undefined) return { type, providerId };
  }
  return undefined;
}

/**
 * The credit as it is after a refund was made or taken back, or after a bank transaction made it, so that its copy is fresh and it
 * is announced; empty for every other write. The write has happened, so a failure to read is none of the write: a notification or
 * a sync tells later.
 */
export async function creditAfter(
  ports: CorePorts,
  ledger: Ledger,
  record: LedgerRecord,
): Promise<readonly CachedRecord[]> {
  const credit = refundedBy(ledger, record) ?? depositOf(ledger, record);
  if (credit === undefined || ledger.connection.retentionMode === 'zero') return [];
  // What is switched off of the provider is not read.
  if (!ledger.provider.traits.families[credit.type]) return [];
  try {
    return [await readRecord(ports, ledger, credit.type, credit.providerId)];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
