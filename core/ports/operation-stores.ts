import type { Plane } from '../domain/caller.ts';
import type { StepPlace, StepWrite } from '../domain/idempotency.ts';
import type { ConnectionId, OperationId, OrganizationId } from '../domain/ids.ts';
import type {
  Lease,
  LeasedOperation,
  Operation,
  OperationState,
  OperationStep,
  OperationType,
} from '../domain/operation.ts';
import type { CreatedFilter, Listed, Page, PageRequest } from '../domain/page.ts';
import type {
  ForgetCut,
  ForgottenBatch,
  ForgottenPart,
  PurgeCut,
  PurgedBatch,
  PurgeTarget,
} from '../domain/retention.ts';
import type { HeldTick, ScheduleTick } from '../domain/schedule.ts';
import type { ClaimRoom, LaneDepth } from '../domain/work-lane.ts';

export interface OperationFilter extends CreatedFilter {
  readonly state?: OperationState;
  readonly type?: OperationType;
  readonly connectionId?: ConnectionId;
}

export type OperationScope =
  | { readonly connectionId: ConnectionId }
  | { readonly type: OperationType; readonly subject: string };

export interface StepSave {
  readonly lease: Lease;
  readonly step: OperationStep;
  /** The lease is prolonged to this moment when less than half of it is left. */
  readonly leaseUntil: Date;
}

export interface StepSaved {
  /** False, and nothing is stored, when the lease is no longer the newest. */
  readonly kept: boolean;
  readonly cancelRequested: boolean;
}

export interface RenewedLease {
  readonly operationId: OperationId;
  readonly cancelRequested: boolean;
  readonly prolonged: boolean;
}

export interface Settlement {
  readonly lease: Lease;
  readonly next: Operation;
}

/** Proven by contract-tests/operation-store.contract.ts. */
export interface OperationStore {
  insert(operations: readonly Operation[]): Promise<void>;
  /**
   * Inserts an automation that ends a document, its subject, unless there is an unfinished one of the same type,
   * connection and subject. Returns the id of the unfinished one.
   */
  insertOnce(operation: Operation): Promise<OperationId>;
  /**
   * As `insert`, but if one that was queued here with the same type, connection and subject was never claimed, nothing is
   * inserted, and that one falls due at the earlier of the two times and knows of both traces. Returns, in their order, the
   * ids of the operations that will do the work.
   */
  insertCoalesced(operations: readonly Operation[]): Promise<readonly OperationId[]>;
  /** With steps. Undefined also for an operation of another organization or environment. */
  find(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** As `find`, and locked until the transaction ends. */
  lock(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** Newest first, with steps. */
  list(plane: Plane, filter: OperationFilter, page: PageRequest): Promise<Page<Listed<Operation>>>;
  /**
   * Leases queued or retrying operations that are due and admitted, and returns them as running, with their steps and a
   * lease whose token is greater than any before. Two callers never get the same one. `first` goes before the other
   * lanes, which go by priority. Within a lane organizations take turns (each environment apart). The turn is set when an
   * operation is admitted: at the head of the lane, but behind the operations of its organization. Of a group (a
   * connection, or a delivery's endpoint) the longest due is admitted first, and at most the lane's limit at a time;
   * simultaneous callers may exceed it by a few. The others are admitted when those before them end.
   */
  claimDue(claim: { now: Date; leaseUntil: Date } & ClaimRoom): Promise<readonly LeasedOperation[]>;
  /** Admits the longest waiting of each group with none admitted or running, perhaps not of all. Returns how many. */
  admitStranded(): Promise<number>;
  /** Both environments together, counted up to `most`. */
  countUnfinished(organizationId: OrganizationId, most: number): Promise<number>;
  /** Past if some are due already; undefined if none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** What is due at `now` in every lane that is not empty, counted up to a limit: cheap for a queue of any length. */
  depth(now: Date): Promise<readonly LaneDepth[]>;
  /**
   * Prolongs leases; returns those that are still held. Waits for nobody outside a transaction: one whose operation another
   * transaction holds, mostly to end it, is not prolonged. In a transaction they are locked until it ends.
   */
  renew(leases: readonly Lease[], leaseUntil: Date): Promise<readonly RenewedLease[]>;
  /** Oldest first, with the lease that they had. */
  listLapsed(now: Date, limit: number): Promise<readonly LeasedOperation[]>;
  /**
   * Stores finished steps of several operations, each at most once in the list, in one commit; answers in their order.
   * One whose lease is no longer the newest does not affect the others.
   */
  saveSteps(saves: readonly StepSave[]): Promise<readonly StepSaved[]>;
  findWrite(place: StepPlace): Promise<StepWrite | undefined>;
  /**
   * Stores it; a step that has not ended is in no answer of this store. False, and nothing is stored, when the lease is no
   * longer the newest. On disk when it resolves, or with its transaction.
   */
  saveWrite(lease: Lease, step: string, write: StepWrite): Promise<boolean>;
  /**
   * Ends leases and stores their operations without steps, each at most once in the list, in one commit; answers in
   * their order, false where the lease is no longer the newest.
   */
  settleAll(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /**
   * Stores a change made without a lease; false when the state is no longer `from`, or when there is an unfinished one as
   * in `insertOnce`.
   */
  update(next: Operation, from: OperationState): Promise<boolean>;
  /**
   * Cancels at most `limit` of a connection's operations: ends waiting ones, and asks running ones once to stop. Returns
   * how many. One statement, so that a long queue costs little.
   */
  cancelUnfinished(plane: Plane, connectionId: ConnectionId, now: Date, limit: number): Promise<number>;
  /** Locked until the transaction ends. */
  lockUnfinished(plane: Plane, scope: OperationScope, limit: number): Promise<readonly Operation[]>;
}

/** Lets one worker fire a tick. Proven by contract-tests/schedule-store.contract.ts. */
export interface ScheduleStore {
  /**
   * Takes a tick and holds it until `heldUntil`; undefined when it or a later one was taken before. Of any number of
   * simultaneous callers one gets it.
   */
  take(tick: ScheduleTick, taking: { firedAt: Date; heldUntil: Date }): Promise<HeldTick | undefined>;
  /** Stores the progress of the tick and until when it is held; null ends it. False when this holder has lost it. */
  advance(held: HeldTick, next: { progress: string; heldUntil: Date } | null): Promise<boolean>;
  /** Takes over one unfinished tick whose holder's time ended before `now`. */
  resume(now: Date, heldUntil: Date): Promise<HeldTick | undefined>;
  /** Whether another tick of the schedule is unfinished. */
  hasOther(tick: ScheduleTick): Promise<boolean>;
}

/** Proven by contract-tests/retention-store.contract.ts. */
export interface RetentionStore {
  /** Removes one batch, the oldest first, but nothing that is unfinished or that such work needs; skips locked rows. */
  purge(target: PurgeTarget, cut: PurgeCut): Promise<PurgedBatch>;
  /** Removes one batch of a part of a connection's data, but no key under a lease and no unfinished operation. */
  forget(part: ForgottenPart, connectionId: ConnectionId, cut: ForgetCut): Promise<ForgottenBatch>;
  /**
   * Removes the bytes of deleted rows from the database's files, if the database lets clients do so. `busy`: others are
   * reading, ask again. `too_large`: the deleted rows are overwritten, but copies may be left that the database made
   * while it moved rows.
   */
  scrub(): Promise<'done' | 'busy' | 'too_large'>;
}
