import type { Connection } from '../domain/connection.ts';
import type { CursorMove } from '../domain/notification.ts';
import type { AppKey } from '../domain/provider-app.ts';

/** A connection that has a tenant through an app. */
export interface NotifiedConnection {
  /** As `ConnectionStore.findOwner`. */
  readonly connection: Connection;
  /** Unfinished reads of single records among the connection's newest unfinished operations. */
  readonly unfinishedReads: number;
}

/** Stores the identities of inbound notifications and each app's cursor. Proven by contract-tests/notification-store.contract.ts. */
export interface NotificationStore {
  /** Of at most 1,000 tenants; those without a connection are left out. */
  owners(app: AppKey, tenantIds: readonly string[]): Promise<readonly NotifiedConnection[]>;
  /** Returns the identities that were not yet known, in the order given; stores them. */
  takeNew(app: AppKey, identities: readonly string[], at: Date): Promise<readonly string[]>;
  /**
   * Moves the app's cursor forward, never back and not by a jump, and returns the batch's position to it; a gap is stored.
   * In a transaction the cursor is locked until its end.
   */
  moveCursor(app: AppKey, first: number, last: number, at: Date): Promise<CursorMove>;
}
