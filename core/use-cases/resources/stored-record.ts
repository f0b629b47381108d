// What the service stores of a record: in the cache, and under the key of the write that it answered.
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Answered, underKey, type Write } from '../claim-key.ts';
import { draftNotifiedSync } from '../notifications/draft-notified-sync.ts';
import { type Ledger, type LedgerPorts, requestLedger } from '../open-ledger.ts';
import { meterWrite } from '../usage/metering.ts';
import type { Patience } from '../wait-for-budget.ts';
import type { LedgerWrite, WriteAnswer } from '../write-claim.ts';

export type CachePorts = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log'>;

/** Who asked for the records, at which connection. */
export interface CacheContext {
  readonly connection: Connection;
  readonly requestId: RequestId;
}

/**
 * Caches what the provider answered; with zero retention nothing is written down. Belongs in the transaction that stores
 * the answer, the step or the end: who lost its claim or its lease caches nothing either. A record that cannot be stored
 * fails none of them: the sync that is queued here reads it again, because it changed since the last sync.
 */
export async function cacheRecords(
  { records, operations }: Pick<Stores, 'records' | 'operations'>,
  ports: Omit<CachePorts, 'storage'>,
  { connection, requestId }: CacheContext,
  read: readonly CachedRecord[],
): Promise<void> {
  if (connection.retentionMode === 'zero') return;
  try {
    await records.put(connection.id, read);
  } catch (cause) {
    const names = { connection_id: connection.id, request_id: requestId };
    ports.log.error('what the provider answered could not be cached; a sync reads it again', cause, names);
    const sync = { owner: connection, scope: 'all', requestId } as const;
    await operations.insertCoalesced([await draftNotifiedSync({ operations }, ports, sync)]);
  }
}

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

/** A write as it arrives, and how long it may wait for the provider's budget. */
export interface WritePath extends Patience {
  readonly write: Write;
}

/**
 * Writes under the caller's key and answers with the record as the provider answered it: stores the answer, caches it,
 * meters the write.
 */
export function writeRecord(
  ports: LedgerPorts,
  caller: Caller,
  { connection, path }: { readonly connection: Connection; readonly path: WritePath },
  send: (context: LedgerWrite) => Promise<LedgerRecord>,
): Promise<Answered<CachedRecord>> {
  const open = () => requestLedger(ports, connection, caller, path);
  return underKey(ports, caller, path.write, {
    connection,
    async draft(claim) {
      const ledger = open();
      const record = { ...(await send({ ports, ledger, claim })), fetchedAt: ports.clock.now() };
      return answerWith(ports, ledger, record);
    },
    replay: (stored) => replayedRecord(ports, open(), stored),
  });
}

/** Ends a write with the record as the provider answered it. */
export function answerWith(ports: CachePorts, ledger: Ledger, record: CachedRecord): WriteAnswer<CachedRecord> {
  return {
    forReplay: storedRecord(ledger.connection, record),
    async apply(stores) {
      await applyWrite(stores, ports, ledger, record);
      return record;
    },
  };
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
  const { type, provider_id: providerId, fields, native, ...times } = stored as unknown as Stored;
  if (!fields || !native || times.fetched_at === undefined) return readLive(ports, ledger, type, providerId);
  const providerUpdatedAt = times.provider_updated_at ? new Date(times.provider_updated_at) : null;
  return { type, providerId, providerUpdatedAt, fields, native, fetchedAt: new Date(times.fetched_at) };
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
