// What the service stores of a record: in the cache, and under the key of the write that it answered.
import type { Connection } from '../../domain/connection.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { Ledger } from '../open-ledger.ts';
import { type CopyPorts, type ProviderCopy, providerCopy } from '../provider-copy.ts';
import { meterWrite } from '../usage/metering.ts';
import type { WriteAnswer } from '../write-claim.ts';

/** What a replay of a write needs: the whole record, or for a connection that keeps none only which record it was. */
export function storedRecord(connection: Connection, record: CachedRecord): Json {
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

interface Stored {
  readonly type: ResourceType;
  readonly provider_id: string;
  readonly provider_updated_at?: string | null;
  readonly fetched_at?: string;
  readonly fields?: JsonObject;
  readonly native?: JsonObject;
}

/** What a write of a record ends with. */
export function answerOf(ports: CopyPorts, ledger: Ledger, record: CachedRecord): WriteAnswer<void> {
  const { connection } = ledger;
  return {
    keep: storedRecord(connection, record),
    apply: (stores) => meterWrite(stores, ports, connection),
    copy: recordCopy(ports, ledger, record),
  };
}

/** The record that an earlier request answered with. */
export async function replayedRecord(ports: CopyPorts, ledger: Ledger, stored: Json): Promise<CachedRecord> {
  const {
    type,
    provider_id: providerId,
    provider_updated_at,
    fetched_at,
    fields,
    native,
  } = stored as unknown as Stored;
  if (!fields || !native || fetched_at === undefined) return readLive(ports, ledger, type, providerId);
  const providerUpdatedAt = provider_updated_at ? new Date(provider_updated_at) : null;
  return { type, providerId, providerUpdatedAt, fields, native, fetchedAt: new Date(fetched_at) };
}

/** Reads a record at the provider, then caches it; it is answered whether or not that works. */
export async function readLive(
  ports: CopyPorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const record = { ...(await ledger.read(type, providerId)), fetchedAt: ports.clock.now() };
  const copy = recordCopy(ports, ledger, record);
  try {
    await copy.keep(ports.storage);
  } catch (error) {
    await copy.missed(error);
  }
  return record;
}

/** With zero retention nothing of the record is written down. */
export function recordCopy(ports: CopyPorts, { connection, context }: Ledger, record: CachedRecord): ProviderCopy {
  return providerCopy(ports, connection, context.requestId, async ({ records }) => {
    if (connection.retentionMode === 'cached') await records.put(connection.id, [record]);
  });
}
