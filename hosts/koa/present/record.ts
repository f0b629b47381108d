import { type CachedRecord, type JsonObject, resourceIdOf } from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

/** A normalized record with what every record carries; the provider's own document only where it was asked for. */
export function presentRecord(record: CachedRecord, includeNative: boolean): JsonObject & RecordFrame {
  return {
    id: resourceIdOf(record.type, record.providerId),
    provider_id: record.providerId,
    fetched_at: presentTime(record.fetchedAt),
    provider_updated_at: presentTimeOrNull(record.providerUpdatedAt),
    ...record.fields,
    ...(includeNative ? { provider_data: record.native } : {}),
  };
}

interface RecordFrame {
  readonly id: string;
  readonly provider_id: string;
  readonly fetched_at: string;
  readonly provider_updated_at: string | null;
}
