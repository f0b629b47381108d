import type { Connection } from '../../domain/connection.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { type CopyPorts, type ProviderCopy, providerCopy } from '../provider-copy.ts';

/** What a replay of a write needs: the whole record, or for a connection that keeps none only which record it was. */
export function keepRecord(connection: Connection, record: CachedRecord): Json {
  const reference = { type: record.type, provider_id: record.providerId };
  if (connection.retentionMode === 'zero') return reference;
  return {
    ...reference,
    provider_updated_at: record.providerUpdatedAt?.toISOString() ?? null,
    fetched_at: record.fetchedAt.toISOString(),
    fields: record.fields,
    native: record.native,
  };
}

interface Kept {
  readonly type: ResourceType;
  readonly provider_id: string;
  readonly provider_updated_at?: string | null;
  readonly fetched_at?: string;
  readonly fields?: JsonObject;
  readonly native?: JsonObject;
}

/** The record as it was answered, or which one to read live. */
export function keptRecord(kept: Json): { record: CachedRecord } | { type: ResourceType; providerId: string } {
  const { type, provider_id, provider_updated_at, fetched_at, fields, native } = kept as unknown as Kept;
  if (!fields || !native || fetched_at === undefined) return { type, providerId: provider_id };
  const providerUpdatedAt = provider_updated_at ? new Date(provider_updated_at) : null;
  return {
    record: { type, providerId: provider_id, providerUpdatedAt, fields, native, fetchedAt: new Date(fetched_at) },
  };
}

export function fetched(record: LedgerRecord, at: Date): CachedRecord {
  return { ...record, fetchedAt: at };
}

/** Zero retention means that nothing of the record is written down. */
export function recordCopy(
  ports: CopyPorts,
  { requestId }: Pick<LedgerErrand, 'requestId'>,
  connection: Connection,
  record: CachedRecord,
): ProviderCopy {
  return providerCopy(ports, connection, requestId, async ({ records }) => {
    if (connection.retentionMode === 'cached') await records.put(connection.id, [record]);
  });
}
