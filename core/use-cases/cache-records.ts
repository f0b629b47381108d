import type { Connection } from '../domain/connection.ts';
import type { RequestId } from '../domain/ids.ts';
import type { CachedRecord } from '../domain/ledger-record.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { draftNotifiedSync } from './notifications/draft-notified-sync.ts';

export type CachePorts = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log'>;

/**
 * Caches what the provider answered; with zero retention nothing is written down. Never throws: the cache is a copy, and
 * no answer waits for it or fails with it. What could not be stored is among what changed since the last sync, so the
 * sync that is queued here reads it again.
 */
export async function cacheRecords(
  ports: CachePorts,
  connection: Connection,
  requestId: RequestId,
  records: readonly CachedRecord[],
): Promise<void> {
  if (connection.retentionMode === 'zero') return;
  const { storage, log } = ports;
  const names = { connection_id: connection.id, request_id: requestId };
  try {
    await storage.records.put(connection.id, records);
  } catch (cause) {
    log.error('what the provider answered could not be cached; a sync reads it again', cause, names);
    try {
      const sync = { owner: connection, scope: 'all', requestId } as const;
      await storage.operations.insertCoalesced([await draftNotifiedSync(storage, ports, sync)]);
    } catch (error) {
      log.error('that sync could not be queued; the next one reads it', error, names);
    }
  }
}
