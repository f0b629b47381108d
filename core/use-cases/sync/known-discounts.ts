import type { RecordPlace } from '../../domain/idempotency.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { lacksDiscounts, withKnownDiscounts } from '../../domain/listed-discounts.ts';
import type { Stores } from '../../ports/storage.ts';

/**
 * Records that a list or a joint read shows, with the discounts that their copies know and a list leaves out, so that both
 * tell the same. Copies are read only for records that may lack one.
 */
export async function knowingDiscounts<R extends LedgerRecord>(
  { records }: Pick<Stores, 'records'>,
  place: RecordPlace,
  listed: readonly R[],
): Promise<readonly R[]> {
  const lacking = listed.filter(({ fields }) => lacksDiscounts(fields)).map(({ providerId }) => providerId);
  if (lacking.length === 0) return listed;
  const copies = await records.fieldsOf(place, lacking);
  return listed.map((record) => {
    const known = copies.get(record.providerId);
    return known ? { ...record, fields: withKnownDiscounts(record.fields, known) } : record;
  });
}
