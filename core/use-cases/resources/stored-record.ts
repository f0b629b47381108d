// What the service stores of a record: in the cache, and under the key of the write that it answered.
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Answered, type KeyedWork, underKey, type Write } from '../claim-key.ts';
import { type Ledger, requestLedger } from '../open-ledger.ts';
import { draftNotifiedSync } from '../sync/draft-notified-sync.ts';
import { meterWrite } from '../usage/metering.ts';
import type { Patience } from '../wait-for-budget.ts';
import type { LedgerWrite, WriteAnswer } from '../write-claim.ts';

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
  ports: CorePorts,
  { connection, requestId }: CacheContext,
  read: readonly CachedRecord[],
): Promise<void> {
  if (connection.retentionMode === 'zero') return;
  try {
    await records.put(connection, read);
  } catch (cause) {
    const names = { connection_id: connection.id, request_id: requestId };
    ports.log.error('what the provider answered could not be cached; a sync reads it again', cause, names);
    const sync = { owner: connection, scope: 'all', requestId } as const;
    await operations.insertCoalesced([await draftNotifiedSync({ operations }, ports, sync)]);
  }
}

type Stored = Pick<LedgerRecord, 'type' | 'providerId' | 'fields' | 'native'> & {
  readonly providerUpdatedAt: string | null;
  readonly fetchedAt?: string;
};

/** A write as it arrives, and how long it may wait for the provider's budget. */
export interface WritePath extends Patience {
  readonly write: Write;
}

/** Writes under the caller's key and answers as the provider did: stores the answer, caches it, meters the write. */
export function writeRecord(
  ports: CorePorts,
  caller: Caller,
  { connection, act, path }: Required<Pick<KeyedWork<unknown>, 'act' | 'connection'>> & { readonly path: WritePath },
  send: (context: LedgerWrite) => Promise<LedgerRecord>,
): Promise<Answered<CachedRecord>> {
  const open = () => requestLedger(ports, connection, caller, path);
  return underKey(ports, caller, path.write, {
    act,
    connection,
    async draft(claim) {
      const ledger = open();
      const sent = await send({ ports, ledger, claim });
      return answerWith(ports, ledger, { fetchedAt: ports.clock.now(), ...sent });
    },
    replay: (stored) => replayedRecord(ports, open(), stored as unknown as Stored),
  });
}

/** Ends a write with the record as the provider answered it. */
export function answerWith(ports: CorePorts, ledger: Ledger, record: CachedRecord): WriteAnswer<CachedRecord> {
  const { connection, context } = ledger;
  const { type, providerId } = record;
  const times = {
    fetchedAt: record.fetchedAt.toISOString(),
    providerUpdatedAt: record.providerUpdatedAt?.toISOString() ?? null,
  };
  return {
    forReplay: connection.retentionMode === 'zero' ? { type, providerId } : { ...record, ...times },
    async apply(stores) {
      await cacheRecords(stores, ports, { connection, requestId: context.requestId }, [record]);
      await meterWrite(stores, ports, connection);
      return record;
    },
  };
}

/** The record that an earlier request answered with. */
async function replayedRecord(ports: CorePorts, ledger: Ledger, stored: Stored): Promise<CachedRecord> {
  const { type, providerId, fetchedAt, providerUpdatedAt } = stored;
  if (fetchedAt === undefined) return readLive(ports, ledger, type, providerId);
  const updatedAt = providerUpdatedAt === null ? null : new Date(providerUpdatedAt);
  return { ...stored, fetchedAt: new Date(fetchedAt), providerUpdatedAt: updatedAt };
}

/** As it is at the provider. It counts as fetched when the read began: what is written meanwhile is newer. */
export async function readRecord(
  { clock }: CorePorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const fetchedAt = clock.now();
  return { ...(await ledger.read(type, providerId)), fetchedAt };
}

/**
 * Reads a record at the provider, then caches it unless a newer one is cached, so that a list after the answer shows it.
 * The record is answered whether or not that works.
 */
export async function readLive(
  ports: CorePorts,
  ledger: Ledger,
  type: ResourceType,
  providerId: string,
): Promise<CachedRecord> {
  const { connection, context } = ledger;
  const record = await readRecord(ports, ledger, type, providerId);
  const asked = { connection, requestId: context.requestId };
  await cacheRecords(ports.storage, ports, asked, [record]).catch((error: unknown) => {
    ports.log.error('that sync could not be queued; the next one reads it', error, { connection_id: connection.id });
  });
  return record;
}

/** A record that is being read; undefined when the provider has none. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
