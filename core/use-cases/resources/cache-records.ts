import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftNotifiedSync } from '../sync/draft-notified-sync.ts';

export interface CacheContext {
  readonly connection: Connection;
  readonly requestId: RequestId;
}

/**
 * Caches what the provider answered, but nothing with zero retention. Call it in the transaction that stores the answer,
 * the step or the end, so that a holder who lost its claim or lease caches nothing. A record that cannot be stored does not
 * fail the transaction: the sync that is queued here reads the record again, because it changed since the last sync.
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
