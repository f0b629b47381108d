// The families of which books have few records, such as accounts and tax rates: looked at whole, the copies first.
import type { FieldError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

const pageSize = 200;
/** More than any chart of accounts has. */
const pagesMost = 10;

/** A record of a chart: its normalized fields, and `provider_id`. */
export type Entry = JsonObject;

/**
 * What `judge` finds wrong with the family's records: with the copies, and if those are not enough, with the books, read once.
 * `unknown`: the provider has no such family, or more records than one call shows.
 */
export async function judgedByChart(
  { storage }: Pick<CorePorts, 'storage'>,
  ledger: Ledger,
  type: ResourceType,
  judge: (entries: readonly Entry[]) => readonly FieldError[],
): Promise<readonly FieldError[] | 'unknown'> {
  if (!ledger.provider.traits.families[type]?.can.includes('list')) return 'unknown';
  if (judge(await copies(storage, ledger, type)).length === 0) return [];
  const { records, next } = await ledger.list(type, { since: null, after: null });
  const faults = judge(records.map(({ providerId, fields }) => ({ ...fields, provider_id: providerId })));
  return faults.length > 0 && next !== null ? 'unknown' : faults;
}

async function copies(
  { records }: CorePorts['storage'],
  { connection }: Pick<Ledger, 'connection'>,
  type: ResourceType,
): Promise<readonly Entry[]> {
  if (connection.retentionMode === 'zero') return [];
  const place = { connectionId: connection.id, type };
  const entries: Entry[] = [];
  for (let page = 1; page <= pagesMost; page++) {
    const found = await records.list(place, { withoutNative: true }, { limit: pageSize, page });
    entries.push(...(JSON.parse(found.itemsJson) as readonly Entry[]));
    if (!found.hasMore) break;
  }
  return entries;
}
