import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';

interface CacheContext {
  readonly connection: Connection;
  readonly requestId: RequestId;
}

interface CachedRead extends CacheContext {
  readonly records: readonly CachedRecord[];
}

/** As `cacheAll`, for one connection. */
export function cacheRecords(
  stores: Pick<Stores, 'records' | 'operations'>,
  ports: CorePorts,
  context: CacheContext,
  records: readonly CachedRecord[],
): Promise<void> {
  return cacheAll(stores, ports, [{ ...context, records }]);
}

/**
 * Caches what the provider answered, but nothing with zero retention. Call it in the transaction that stores the answer,
 * the step or the end, so that a holder who lost its claim or lease caches nothing. A record that cannot be stored does not
 * fail the transaction: the sync that is queued here reads the record again, because it changed since the last sync.
 */
export async function cacheAll(
  { records, operations }: Pick<Stores, 'records' | 'operations'>,
  ports: CorePorts,
  reads: readonly CachedRead[],
): Promise<void> {
  const kept = reads.filter((read) => read.connection.retentionMode !== 'zero' && read.records.length > 0);
  if (kept.length === 0) return;
  try {
    await records.put(kept.map((read) => [read.connection, read.records]));
  } catch (cause) {
    if (kept.length > 1) {
      for (const read of kept) await cacheAll({ records, operations }, ports, [read]);
      return;
    }
    const [{ connection, requestId }] = kept as [CachedRead];
    const names = { connection_id: connection.id, request_id: requestId };
    ports.log.error('what the provider answered could not be cached; a sync reads it again', cause, names);
    const sync = { owner: connection, scope: 'all', requestId, trigger: 'gap' } as const;
    await operations.insertCoalesced([await draftNotifiedSync({ operations }, ports, sync)]);
  }
}
