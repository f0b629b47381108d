import type { Plane } from '../domain/caller.ts';
import type { ConnectionId, OperationId } from '../domain/ids.ts';
import type {
  Lease,
  LeasedOperation,
  Operation,
  OperationState,
  OperationStep,
  OperationType,
} from '../domain/operation.ts';
import type { Page, PageRequest } from '../domain/page.ts';

export interface OperationFilter {
  readonly state?: OperationState;
  readonly type?: OperationType;
  readonly connectionId?: ConnectionId;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** Which unfinished work an act of a caller ends. */
export type OperationScope =
  | { readonly connectionId: ConnectionId }
  | { readonly type: OperationType; readonly subject: string };

/** Keeps operations and hands them to workers. Proven by contract-tests/operation-store.contract.ts. */
export interface OperationStore {
  insert(operations: readonly Operation[]): Promise<void>;
  /** With steps. An operation of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** As `find`, and held until the transaction ends. */
  lock(plane: Plane, id: OperationId): Promise<Operation | undefined>;
  /** Newest first, with steps. */
  list(plane: Plane, filter: OperationFilter, page: PageRequest): Promise<Page<Operation>>;
  /**
   * Leases up to `limit` queued or retrying operations that are due, longest due first, and returns them as running,
   * with their steps and a lease whose token is greater than any before. Two callers never get the same one.
   */
  claimDue(claim: { now: Date; leaseUntil: Date; limit: number }): Promise<readonly LeasedOperation[]>;
  /** When the next operation falls due, or undefined when none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** Prolongs leases that are still held; returns the ids of those, and which of them are asked to cancel. */
  renew(
    leases: readonly Lease[],
    leaseUntil: Date,
  ): Promise<readonly { operationId: OperationId; cancelRequested: boolean }[]>;
  /** Running operations whose lease ended before `now`, oldest first, with the lease that they had. */
  listLapsed(now: Date, limit: number): Promise<readonly LeasedOperation[]>;
  /** Keeps a finished step; false when the lease is no longer the newest, and then nothing is kept. */
  saveStep(lease: Lease, step: OperationStep): Promise<boolean>;
  /** Ends the lease and keeps the operation as it is now (its steps apart); false when the lease is no longer the newest. */
  settle(lease: Lease, next: Operation): Promise<boolean>;
  /** Keeps a change made without a lease (cancel, replay) if the operation still is in state `from`. */
  update(next: Operation, from: OperationState): Promise<boolean>;
  /** Unfinished operations in scope, at most `limit`; held until the transaction ends. */
  lockUnfinished(plane: Plane, scope: OperationScope, limit: number): Promise<readonly Operation[]>;
}
