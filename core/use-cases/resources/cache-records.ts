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
