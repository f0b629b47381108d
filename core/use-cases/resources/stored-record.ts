// What the service stores of a record: in the cache, and under the key of the write that it answered.
import type { Connection } from '../../domain/connection.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { Stores } from '../../ports/storage.ts';
import { type CachePorts, cacheRecords } from '../cache-records.ts';
import type { Ledger } from '../open-ledger.ts';
import { meterWrite } from '../usage/metering.ts';
import type { WriteClaim } from '../write-claim.ts';

/** What a replay of a write needs: the whole record, or for a connection with zero retention only which record it was. */
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

/** Ends the claim of a write with the record as the provider answered it: stores the answer, caches it, meters the write. */
export async function answerWith(
  ports: CachePorts,
  ledger: Ledger,
  claim: WriteClaim,
  record: CachedRecord,
): Promise<void> {
  await claim.answer({
    forReplay: storedRecord(ledger.connection, record),
    apply: (stores) => applyWrite(stores, ports, ledger, record),
  });
}

/** What the answer of a write gives rise to, for the transaction that stores it: the cached record and the metered write. */
export async function applyWrite(
  stores: Stores,
  ports: CachePorts,
  { connection, context }: Ledger,
  record: CachedRecord,
): Promise<void> {
  await cacheRecords(stores, ports, { connection, requestId: context.requestId }, [record]);
  await meterWrite(stores, ports, connection);
}

/** The record that an earlier request answered with. */
export async function replayedRecord(ports: CachePorts, ledger: Ledger, stored: Json): Promise<CachedRecord> {
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

/** As it is at the provider. It counts as fetched when the read began: what is written meanwhile is newer. */
export async function readRecord(
  { clock }: Pick<CachePorts, 'clock'>,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const fetchedAt = clock.now();
  return { ...(await ledger.read(type, providerId)), fetchedAt };
}

/** Reads a record at the provider, then caches it unless a newer one is cached; answered whether or not that works. */
export async function readLive(
  ports: CachePorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const record = await readRecord(ports, ledger, type, providerId);
  const { connection, context } = ledger;
  const asked = { connection, requestId: context.requestId };
  await cacheRecords(ports.storage, ports, asked, [record]).catch((error: unknown) => {
    ports.log.error('that sync could not be queued; the next one reads it', error, { connection_id: connection.id });
  });
  return record;
}
