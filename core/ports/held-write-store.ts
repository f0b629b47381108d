import type { Plane } from '../domain/caller.ts';
import type { HeldWrite } from '../domain/held-write.ts';
import type { ConnectionId, OperationId } from '../domain/ids.ts';

/** Where a proposal is found whose time is over. */
export interface DueProposal extends Plane {
  readonly id: OperationId;
}

/** Writes that wait for a member, or waited. Removed with their operation. Proven by contract-tests/held-write-store.contract.ts. */
export interface HeldWriteStore {
  insert(held: HeldWrite): Promise<void>;
  find(plane: Plane, id: OperationId): Promise<HeldWrite | undefined>;
  /** Those of the ids that were held, in any order. */
  findAll(plane: Plane, ids: readonly OperationId[]): Promise<readonly HeldWrite[]>;
  /** Marks it as ended, once; with `forgets`, removes what was held. False if it had ended. */
  end(plane: Plane, id: OperationId, end: { readonly forgets: boolean }): Promise<boolean>;
  /** Proposals of the connection whose operation waits for a member, counted up to `most`. */
  countWaiting(connectionId: ConnectionId, most: number): Promise<number>;
  /**
   * Open ones, the oldest first, that nobody can approve any more at `now` (their time is over, their key was revoked or has
   * expired, or their connection is being disconnected or was), and those whose operation has ended.
   */
  listDue(now: Date, limit: number): Promise<readonly DueProposal[]>;
  /** Those of a connection whose operation waits for a member, the oldest first. */
  listWaiting(connectionId: ConnectionId, limit: number): Promise<readonly DueProposal[]>;
}
