import type { Plane } from '../domain/caller.ts';
import type { ConnectionId, OperationId, OrganizationId } from '../domain/ids.ts';
import type {
  Lease,
  LeasedOperation,
  Operation,
  OperationState,
  OperationStep,
  OperationType,
} from '../domain/operation.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { ClaimRoom, LaneDepth } from '../domain/work-lane.ts';

export interface OperationFilter {
  readonly state?: OperationState;
  readonly type?: OperationType;
  readonly connectionId?: ConnectionId;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** Which unfinished work. */
export type OperationScope =
  | { readonly connectionId: ConnectionId }
  | { readonly type: OperationType; readonly subject: string };

/** A finished step, by whoever holds the lease. */
export interface StepSave {
  readonly lease: Lease;
  readonly step: OperationStep;
  /** The lease is prolonged to this moment when less than half of it is left. */
  readonly leaseUntil: Date;
}

export interface StepSaved {
  /** False when the lease is no longer the newest; then nothing is kept. */
  readonly kept: boolean;
  readonly cancelRequested: boolean;
}

/** How an attempt ended, by whoever holds the lease. */
export interface Settlement {
  readonly lease: Lease;
  readonly next: Operation;
}

/** Keeps operations and hands them to workers. Proven by contract-tests/operation-store.contract.ts. */
export interface OperationStore {
  insert(operations: readonly Operation[]): Promise<void>;
  /**
   * Keeps an automation that ends a document, its subject, unless an unfinished one of the same type, connection and
   * subject is there. Returns the id of the one that is there then.
   */
  insertOnce(operation: Operation): Promise<OperationId>;
  /**
   * As `insert`, but one that equals (type, connection, subject) one that was queued here and that nobody has claimed yet
   * is absorbed by it, and the absorbing one falls due when the earlier of the two does. Returns, in their order, the
   * ids of those that will do the work.
   */
  insertCoalesced(operations: readonly Operation[]): Promise<readonly OperationId[]>;
  /** With steps. An operation of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** As `find`, and held until the transaction ends. */
  lock(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** Newest first, with steps. */
  list(plane: Plane, filter: OperationFilter, page: PageRequest): Promise<Page<Listed<Operation>>>;
  /**
   * Leases queued or retrying operations that are due and admitted, and returns them as running, with their steps and a
   * lease whose token is greater than any before. Two callers never get the same one. Lanes go by priority, `first`
   * before all. Within a lane organizations take turns (each environment apart), in the order that was given when an
   * operation was admitted: at the head of the lane, but behind what its organization has there. Of a group (a
   * connection, or a delivery's endpoint) the longest due is admitted first, and at once no more than its lane's bound,
   * give or take a few where callers meet; the others are admitted as those before them come to an end.
   */
  claimDue(claim: { now: Date; leaseUntil: Date } & ClaimRoom): Promise<readonly LeasedOperation[]>;
  /**
   * Admits the longest waiting of groups of which nothing is admitted or runs, which callers that meet each other may
   * leave. Returns how many.
   */
  admitStranded(): Promise<number>;
  /** How many queued, running and retrying ones an organization has in both environments, counted up to `most`. */
  countUnfinished(organizationId: OrganizationId, most: number): Promise<number>;
  /** When the next operation falls due; a moment that has passed when some are due already; undefined when none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** What is due at `now` in every lane where something is, counted up to a bound: cheap however long the queue. */
  depth(now: Date): Promise<readonly LaneDepth[]>;
  /** Prolongs leases that are still held; returns the ids of those, and which of them are asked to cancel. */
  renew(
    leases: readonly Lease[],
    leaseUntil: Date,
  ): Promise<readonly { operationId: OperationId; cancelRequested: boolean }[]>;
  /** Running operations whose lease ended before `now`, oldest first, with the lease that they had. */
  listLapsed(now: Date, limit: number): Promise<readonly LeasedOperation[]>;
  /** Keeps a finished step; false when the lease is no longer the newest, and then nothing is kept. */
  saveStep(lease: Lease, step: OperationStep): Promise<boolean>;
  /**
   * Keeps finished steps of several operations, each at most once in the list, in one commit; answers in their order.
   * One whose lease is no longer the newest hinders none of the others.
   */
  saveSteps(saves: readonly StepSave[]): Promise<readonly StepSaved[]>;
  /** Ends the lease and keeps the operation as it is now (its steps apart); false when the lease is no longer the newest. */
  settle(lease: Lease, next: Operation): Promise<boolean>;
  /** As `settle`, for several operations, each at most once in the list, in one commit; answers in their order. */
  settleAll(settlements: readonly Settlement[]): Promise<readonly boolean[]>;
  /**
   * Keeps a change made without a lease (cancel, replay) if the operation still is in state `from`; false when it is not,
   * or when an unfinished one stands in the way, as `insertOnce` says.
   */
  update(next: Operation, from: OperationState): Promise<boolean>;
  /**
   * Ends at most `limit` of a connection's operations as a cancel does: waiting ones at once, running ones are asked to
   * stop, once. Returns how many. One statement, so that a long queue costs little.
   */
  cancelUnfinished(plane: Plane, connectionId: ConnectionId, now: Date, limit: number): Promise<number>;
  /** Unfinished operations in scope, at most `limit`; held until the transaction ends. */
  lockUnfinished(plane: Plane, scope: OperationScope, limit: number): Promise<readonly Operation[]>;
}
