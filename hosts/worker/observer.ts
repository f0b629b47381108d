import type { LeasedOperation, OperationState } from '#core';

/** Hears what the loops do, for metrics. Its methods must not throw. */
export interface WorkerObserver {
  /** A claim was answered, perhaps with nothing, after `tookMs`. */
  claimed(operations: readonly LeasedOperation[], tookMs: number): void;
  claimFailed(): void;
  /** An attempt came to its end; `state` is undefined when it could keep nothing. */
  ended(leased: LeasedOperation, state: OperationState | undefined, tookMs: number): void;
  renewed(kept: number, lost: number): void;
  /** Leases that could not be renewed in time; their attempts were stopped. */
  renewalFailed(): void;
  swept(operations: number): void;
}

export const silentObserver: WorkerObserver = {
  claimed() {},
  claimFailed() {},
  ended() {},
  renewed() {},
  renewalFailed() {},
  swept() {},
};
