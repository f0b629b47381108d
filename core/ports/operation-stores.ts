import type { Plane } from '../domain/caller.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { StepPlace, StepWrite } from '../domain/idempotency.ts';
import type { ApiKeyId, ConnectionId, OperationId, OrganizationId } from '../domain/ids.ts';
import type { Filtered, operationFilters } from '../domain/list-filter.ts';
import type {
  Lease,
  LeasedOperation,
  Operation,
  OperationState,
  OperationStep,
  OperationType,
} from '../domain/operation.ts';
import type { Keyset, Listed, Page, PageRequest } from '../domain/page.ts';
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

export type OperationFilter = Filtered<typeof operationFilters> & {
  /** Only those that ended as failed or dead letter, without deliveries. */
  readonly failed?: true;
  /** Leaves out what sends alerts, which members see and keys do not. */
  readonly withoutAlerts?: true;
  /** Only what a person had to approve, of this key. */
  readonly heldOf?: ApiKeyId;
};

/** Failed operations of one type with one code and reason. */
export interface OperationFailures extends Pick<Operation, 'type'> {
  readonly code: ErrorCode | null;
  readonly reason: string | null;
  readonly count: number;
  readonly latestAt: Date;
}

type OperationScope =
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

export interface OperationStore {
  /** Stores new operations with their steps; those that are due wait to be admitted. */
  insert(operations: readonly Operation[]): Promise<void>;
  /**
   * Inserts an automation that ends a document (its `subject`), unless one of the same type, connection and subject is
   * unfinished. Returns the id of the unfinished one, old or new.
   */
  insertOnce(operation: Operation): Promise<OperationId>;
  /**
   * As `insert`, but if this method inserted an operation of the same type, connection and subject that nobody has claimed
   * yet, that one does the new work, too: it is then due at the earlier of both times and keeps both traces. Returns, in
   * their order, the ids of the operations that will do the work.
   */
  insertCoalesced(operations: readonly Operation[]): Promise<readonly OperationId[]>;
  /** With steps. Undefined also for an operation of another organization or environment. */
  find(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** As `find`, and locked until the transaction ends. */
  lock(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** Newest first, with steps. */
  list(plane: Plane, filter: OperationFilter, page: PageRequest): Promise<Page<Listed<Operation>>>;
  /** The places of the next operations after `after`, oldest first. */
  walk(plane: Plane, filter: OperationFilter, after: Keyset | null, limit: number): Promise<readonly Keyset[]>;
  /** Groups the newest `most` that the filter with `failed` keeps, the largest group first; `isWhole` if there are no more. */
  groupFailures(
    plane: Plane,
    filter: OperationFilter,
    most: number,
  ): Promise<{ readonly groups: readonly OperationFailures[]; readonly isWhole: boolean }>;
  /**
   * Claims operations that are due and admitted: returns them as running, with their steps and a lease whose token is
   * greater than any before. Two callers never get the same one. Lanes go by priority, after `first`. Within a lane
   * organizations take turns, each environment apart: an admitted operation gets a turn at the head of the lane, but behind
   * the operations of its organization. Of a group (a connection, or a delivery's endpoint) the longest due is admitted
   * first, and at most the lane's limit at a time; simultaneous callers may exceed it by a few. When one ends, the next is
   * admitted.
   * Takes only operations of `types`, by default those that this build knows, also from behind others: what a later build
   * queued stays as it is, for a worker that knows it, and neither its lane nor its group waits for it.
   */
  claimDue(
    claim: { now: Date; leaseUntil: Date; types?: readonly OperationType[] } & ClaimRoom,
  ): Promise<readonly LeasedOperation[]>;
  /**
   * Admits the longest waiting operation of groups that have none of `types` admitted or running, perhaps not of all such
   * groups. Returns how many.
   */
  admitStranded(types?: readonly OperationType[]): Promise<number>;
  /** Both environments together, counted up to `most`. */
  countUnfinished(organizationId: OrganizationId, most: number): Promise<number>;
  /** When the next operation of `types` is due, in the past if one is due already; undefined if none waits. */
  nextDueAt(types?: readonly OperationType[]): Promise<Date | undefined>;
  /** Counts, up to a limit, what is due at `now` in each lane that has such work: cheap for a queue of any length. */
  depth(now: Date): Promise<readonly LaneDepth[]>;
  /**
   * Prolongs leases; returns those that are still the newest. In a transaction it locks their operations until the
   * transaction ends. Outside of one it waits for nobody: an operation that another transaction has locked, mostly to end
   * it, is returned with its lease as it was.
   */
  renew(leases: readonly Lease[], leaseUntil: Date): Promise<readonly RenewedLease[]>;
  /** Operations of `types` whose lease ran out before `now`, oldest first, with that lease. */
  listLapsed(now: Date, limit: number, types?: readonly OperationType[]): Promise<readonly LeasedOperation[]>;
  /**
   * Stores finished steps of several operations, each at most once in the list, in one commit; answers in their order. A
   * step whose lease is no longer the newest does not affect the others.
   */
  saveSteps(saves: readonly StepSave[]): Promise<readonly StepSaved[]>;
  /** What `saveWrite` last stored for the step; undefined if nothing. */
  findWrite(place: StepPlace): Promise<StepWrite | undefined>;
  /**
   * Stores the write of a step; until the step ends, only `findWrite` returns it. False, and nothing is stored, when the lease
   * is no longer the newest. On disk when it resolves, or with its transaction.
   */
  saveWrite(lease: Lease, step: string, write: StepWrite): Promise<boolean>;
  /**
   * Ends leases and stores their operations, without the steps, in one commit. The list has each operation at most once.
   * Answers in the list's order: false where the lease is no longer the newest.
   */
  settleAll(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /** Removes an ended operation with its steps; nothing if it has not ended. */
  remove(id: OperationId): Promise<void>;
  /**
   * Stores a change made without a lease; false when the state is no longer `from`, or when another operation is unfinished
   * as in `insertOnce`.
   */
  update(next: Operation, from: OperationState): Promise<boolean>;
  /**
   * Cancels at most `limit` of a connection's operations: ends waiting ones, and asks running ones once to stop. Returns
   * how many. One statement, so that a long queue costs little. What waits for a member stays, because it ends with a reason.
   */
  cancelUnfinished(plane: Plane, connectionId: ConnectionId, now: Date, limit: number): Promise<number>;
  /** Locks them until the transaction ends. */
  lockUnfinished(plane: Plane, scope: OperationScope, limit: number): Promise<readonly Operation[]>;
}

/** Gives each tick of a schedule (a time at which it is due) to one worker. */
export interface ScheduleStore {
  /**
   * Gives the tick to one of any number of simultaneous callers, until `heldUntil`; undefined when it or a later tick was
   * taken before.
   */
  take(tick: ScheduleTick, taking: { firedAt: Date; heldUntil: Date }): Promise<HeldTick | undefined>;
  /** Stores the tick's progress and its next `heldUntil`; null ends the tick. False when this holder has lost it. */
  advance(held: HeldTick, next: { progress: string; heldUntil: Date } | null): Promise<boolean>;
  /** Takes over one unfinished tick whose holder's time ended before `now`. */
  resume(now: Date, heldUntil: Date): Promise<HeldTick | undefined>;
  /** True if another tick of the schedule is unfinished. */
  hasOther(tick: ScheduleTick): Promise<boolean>;
}

export interface RetentionStore {
  /** Removes one batch, the oldest first, but no unfinished work and nothing that such work needs; skips locked rows. */
  purge(target: PurgeTarget, cut: PurgeCut): Promise<PurgedBatch>;
  /**
   * Removes one batch of a part of a connection's data, but no Idempotency-Key under a lease and no unfinished operation.
   */
  forget(part: ForgottenPart, connectionId: ConnectionId, cut: ForgetCut): Promise<ForgottenBatch>;
  /**
   * Removes the bytes of deleted rows from the database's files, if the database lets clients do so. `busy`: others are
   * reading, ask again. `too_large`: the deleted rows are overwritten, but copies may be left that the database made
   * while it moved rows.
   */
  scrub(): Promise<'done' | 'busy' | 'too_large'>;
}
