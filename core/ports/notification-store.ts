import type { Connection } from '../domain/connection.ts';
import type { OperationId } from '../domain/ids.ts';
import type { CursorMove } from '../domain/notification-cursor.ts';
import type { Operation } from '../domain/operation.ts';
import type { AppKey } from '../domain/provider-app.ts';

/** A tenant that a batch of this app names; null asks for the app's cursor only. */
export interface NotifiedPlace {
  readonly app: AppKey;
  readonly tenantId: string | null;
}

/** What a batch is judged by. */
export interface Standing {
  /** As `ConnectionStore.findOwner`. */
  readonly owner: Connection | undefined;
  /** Unfinished reads of single records among the owner's newest unfinished operations. */
  readonly unfinishedReads: number;
  /** The last number that the app's batches have reached; null before its first. */
  readonly cursor: number | null;
}

/** Batches of one or several apps that follow each other without a hole, and the reads that they start. */
export interface ReadsToTake {
  /** Each app once. */
  readonly cursors: readonly { readonly app: AppKey; readonly before: number; readonly last: number }[];
  /** Each identity of an app once; the operations are new and have no steps. */
  readonly news: readonly { readonly app: AppKey; readonly identity: string; readonly operation: Operation }[];
  readonly at: Date;
}

/**
 * Keeps the identities of inbound notifications and each app's place. Whoever changes several holds the cursors before
 * the identities, each in order. Proven by contract-tests/notification-store.contract.ts.
 */
export interface NotificationStore {
  /** In the order asked, at most 10,000, in one read. */
  standing(places: readonly NotifiedPlace[]): Promise<readonly Standing[]>;
  /**
   * Atomically moves the cursors, keeps the identities, and queues the operation of each that was not yet known.
   * Returns the operations of those that were; undefined, and nothing is kept, when a cursor is no longer where it was.
   */
  takeReads(reads: ReadsToTake): Promise<ReadonlySet<OperationId> | undefined>;
  /** Returns the identities that were not yet known, in the order given; keeps them. */
  takeNew(app: AppKey, identities: readonly string[], at: Date): Promise<readonly string[]>;
  /** Moves the app's cursor forward, never back and not by a jump, and says how the batch stood to it; a hole is recorded. */
  moveCursor(app: AppKey, first: number, last: number, at: Date): Promise<CursorMove>;
}
