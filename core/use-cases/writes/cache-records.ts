// The one place where copies of records are stored; what is new of them is noted and announced in the same transaction.
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceRecords, areTold, type RecordsRead } from '../events/announce-records.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';
import { newInBooks, noteSeen } from './likeness.ts';

/**
 * Stores the copies and announces what is new of the records, in the caller's transaction. Returns how many events there
 * were; signal the wake-up after the commit. Throws NotStorable, and stores none, if the database refuses a record.
 */
export async function storeCopies(stores: Stores, ports: CorePorts, reads: readonly RecordsRead[]): Promise<number> {
  await putCopies(stores, ports, reads);
  return announceRecords(stores, ports, reads);
}

/** What somebody else has made since the connection's first sync is noted, too: an agent that makes the same is asked. */
async function putCopies(
  stores: Stores,
  ports: CorePorts,
  reads: readonly RecordsRead[],
  isLookedFor = true,
): Promise<void> {
  const seen = isLookedFor ? await newInBooks(stores, readOf(reads)) : [];
  await stores.records.put(reads.map((read) => [read.connection, read.records]));
  await noteSeen(stores, ports, seen);
}

/** Without what writes of ours answered: they note by themselves what they made. */
function readOf(reads: readonly RecordsRead[]) {
  return reads.flatMap(({ connection, records, made }) =>
    made === undefined ? records.map((record) => ({ connection, record })) : [],
  );
}

/** As `cacheAll`, for one connection. */
export function cacheRecords(stores: Stores, ports: CorePorts, read: RecordsRead): Promise<number> {
  return cacheAll(stores, ports, [read]);
}

/**
 * Caches what the provider answered, but nothing with zero retention, and announces what is new of it. Call it in the
 * transaction that stores the answer, the step or the end, so that a holder who lost its claim or lease caches nothing. A
 * record that cannot be stored does not fail the transaction: the sync that is queued here reads the record again, because
 * it changed since the last sync. Returns how many events there were; signal the wake-up after the commit.
 */
export function cacheAll(stores: Stores, ports: CorePorts, reads: readonly RecordsRead[]): Promise<number> {
  return cacheKept(stores, ports, keptOf(reads));
}

/** `isLookedFor`: false if it is known that none of the records is new in the books. */
async function cacheKept(
  stores: Stores,
  ports: CorePorts,
  kept: readonly RecordsRead[],
  isLookedFor = true,
): Promise<number> {
  if (kept.length === 0) return 0;
  try {
    await putCopies(stores, ports, kept, isLookedFor);
  } catch (cause) {
    if (kept.length > 1) {
      let announced = 0;
      for (const read of kept) announced += await cacheKept(stores, ports, [read], isLookedFor);
      return announced;
    }
    const [{ connection, requestId }] = kept as [RecordsRead];
    const names = { connection_id: connection.id, request_id: requestId };
    ports.log.error('what the provider answered could not be cached; a sync reads it again', cause, names);
    const sync = { owner: connection, scope: 'all', requestId, trigger: 'gap' } as const;
    await stores.operations.insertCoalesced([await draftNotifiedSync(stores, ports, sync)]);
    return 0;
  }
  return announceRecords(stores, ports, kept);
}

function keptOf(reads: readonly RecordsRead[]): readonly RecordsRead[] {
  return reads.filter(({ connection, records }) => connection.retentionMode !== 'zero' && records.length > 0);
}

/**
 * As `cacheAll`, for a read outside a transaction. Where the copies are already told of and none is new in the books, as
 * with most reads of a record, no transaction is opened.
 */
export async function cacheRead(ports: CorePorts, read: RecordsRead): Promise<void> {
  const { storage } = ports;
  const kept = keptOf([read]);
  if (kept.length === 0) return;
  if ((await areTold(storage, read)) && (await newInBooks(storage, readOf(kept))).length === 0) {
    await cacheKept(storage, ports, kept, false);
    return;
  }
  if ((await storage.transaction((stores) => cacheAll(stores, ports, [read]))) > 0) ports.wakeUp.signal();
}
