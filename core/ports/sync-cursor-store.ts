import type { ConnectionId } from '../domain/ids.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { SyncCursor } from '../domain/sync.ts';

/** Stores how far each family of a connection was synced. Proven by contract-tests/sync-stores.contract.ts. */
export interface SyncCursorStore {
  find(connectionId: ConnectionId, type: ResourceType): Promise<SyncCursor | undefined>;
  /** Stores the cursor unless one with a later mark is stored. */
  put(cursor: SyncCursor): Promise<void>;
  /** Deletes a connection's cursors, so that its next syncs read everything. The start remains. */
  clear(connectionId: ConnectionId): Promise<void>;
  /** Stores from when on the connection's changes are announced; only the first call counts. */
  noteStart(connectionId: ConnectionId, at: Date): Promise<void>;
  startOf(connectionId: ConnectionId): Promise<Date | undefined>;
}
