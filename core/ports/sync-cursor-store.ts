import type { ConnectionId } from '../domain/ids.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { SyncCursor } from '../domain/sync-cursor.ts';

/** Keeps how far each family of a connection was walked. Proven by contract-tests/sync-stores.contract.ts. */
export interface SyncCursorStore {
  find(connectionId: ConnectionId, type: ResourceType): Promise<SyncCursor | undefined>;
  /** Keeps the cursor unless one with a later mark is kept. */
  put(cursor: SyncCursor): Promise<void>;
  /** Forgets a connection's cursors, so that its next walks are whole. The start stays. */
  clear(connectionId: ConnectionId): Promise<void>;
  /** Keeps from when on the connection's changes are announced; what was kept first stays. */
  noteStart(connectionId: ConnectionId, at: Date): Promise<void>;
  startOf(connectionId: ConnectionId): Promise<Date | undefined>;
}
