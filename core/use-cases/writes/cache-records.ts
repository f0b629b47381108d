// The one place where copies of records are stored; what is new of them is announced in the same transaction.
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceRecords, areTold, type RecordsRead } from '../events/announce-records.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';

/**
 * Stores the copies and announces what is new of the records, in the caller's transaction. Returns how many events there
 * were; signal the wake-up after the commit. Throws NotStorable, and stores none, if the database refuses a record.
 */
export async function storeCopies(stores: Stores, ports: CorePorts, reads: readonly RecordsRead[]): Promise<number> {
  await putCopies(stores, reads);
  return announceRecords(stores, ports, reads);
}

function putCopies({ records }: Pick<Stores, 'records'>, reads: readonly RecordsRead[]): Promise<void> {
  return records.put(reads.map((read) => [read.connection, read.records]));
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
export async function cacheAll(stores: Stores, ports: CorePorts, reads: readonly RecordsRead[]): Promise<number> {
  const kept = keptOf(reads);
  if (kept.length === 0) return 0;
  try {
    await putCopies(stores, kept);
  } catch (cause) {
    if (kept.length > 1) {
      let announced = 0;
      for (const read of kept) announced += await cacheAll(stores, ports, [read]);
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
 * As `cacheAll`, for a read outside a transaction. Where the copies are already told of, as with most reads of a record, no
 * transaction is opened.
 */
export async function cacheRead(ports: CorePorts, read: RecordsRead): Promise<void> {
  const { storage } = ports;
  if (keptOf([read]).length === 0) return;
  if (await areTold(storage, read)) {
    await cacheAll(storage, ports, [read]);
    return;
  }
  if ((await storage.transaction((stores) => cacheAll(stores, ports, [read]))) > 0) ports.wakeUp.signal();
}
