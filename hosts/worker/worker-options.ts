import {
  type Core,
  type DatabaseState,
  type LeasedOperation,
  type Log,
  type OperationState,
  renewEverySeconds,
  type WakeUp,
} from '#core';

export const defaults = {
  /** Bounds how late work begins after a lost wake-up. */
  pollMs: 1000,
  renewMs: renewEverySeconds * 1000,
  sweepMs: 1000,
  tickMs: 5000,
  /** The longest pause between tries during an outage. */
  outageMs: 5000,
  /** How long stopped attempts may take to hand their work back. */
  handBackMs: 5000,
  /** After this time an attempt holds no slot; a delivery's time is shorter. */
  parkAfterMs: 1000,
  /** The service's clock, which decides when operations are due. */
  now: () => new Date(),
};

export interface WorkerOptions extends Readonly<Partial<typeof defaults>> {
  readonly worker: Core['worker'];
  readonly wakeUp: WakeUp;
  readonly log: Log;
  /** How many attempts may run at once, not counting parked ones. */
  readonly slots: number;
  readonly observer?: WorkerObserver | undefined;
  /** While it has gone back, nothing is claimed. */
  readonly database?: (() => DatabaseState) | undefined;
}

export type Settled = WorkerOptions & Readonly<typeof defaults>;

/** Receives what the loops do, for metrics. Its methods must not throw. */
export interface WorkerObserver {
  claimed(operations: readonly LeasedOperation[], tookMs: number): void;
  claimFailed(): void;
  /** `state` is undefined when the attempt could store nothing. */
  ended(leased: LeasedOperation, state: OperationState | undefined, tookMs: number): void;
  renewed(kept: number, lost: number): void;
  swept(operations: number): void;
}
