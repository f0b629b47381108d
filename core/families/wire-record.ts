import type { JsonObject } from '../domain/json.ts';
import { type CachedRecord, changedAt } from '../domain/ledger-record.ts';
import { resourceIdOf } from './resource-id.ts';

/** A record as the API shows it: its normalized fields and those that every record has. */
export function wireRecord(record: Omit<CachedRecord, 'native'>): JsonObject {
  return {
    id: resourceIdOf(record.type, record.providerId),
    provider_id: record.providerId,
    fetched_at: record.fetchedAt.toISOString(),
    provider_updated_at: changedAt(record)?.toISOString() ?? null,
    ...record.fields,
  };
}
