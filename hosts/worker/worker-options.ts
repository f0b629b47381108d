// What a worker is given.
import { type Core, type LeasedOperation, type Log, type OperationState, renewEverySeconds, type WakeUp } from '#core';

export interface WorkerOptions {
  readonly worker: Core['worker'];
  readonly wakeUp: WakeUp;
  readonly log: Log;
  /** Operations at once, beside those that wait for an answer for more than a second. */
  readonly slots: number;
  /** The service's clock, by which operations fall due. */
  readonly now?: () => Date;
  /** The longest sleep: a lost wake-up costs no more. */
  readonly pollMs?: number;
  readonly renewMs?: number;
  readonly sweepMs?: number;
  /** Between two looks at what is to be begun by the clock. */
  readonly tickMs?: number;
  /** The longest wait between two tries while the database is down. */
  readonly outageMs?: number;
  /** How long stopped work may take to hand itself back. */
  readonly handBackMs?: number;
  /** After this an attempt no longer counts against the slots; a delivery earlier. */
  readonly parkAfterMs?: number;
  readonly observer?: WorkerObserver | undefined;
}

/** Hears what the loops do, for metrics. Its methods must not throw. */
export interface WorkerObserver {
  /** A claim was answered, perhaps with nothing, after `tookMs`. */
  claimed(operations: readonly LeasedOperation[], tookMs: number): void;
  claimFailed(): void;
  /** An attempt came to its end; `state` is undefined when it could store nothing. */
  ended(leased: LeasedOperation, state: OperationState | undefined, tookMs: number): void;
  renewed(kept: number, lost: number): void;
  swept(operations: number): void;
}

export const defaults = {
  pollMs: 1000,
  renewMs: renewEverySeconds * 1000,
  sweepMs: 5000,
  tickMs: 5000,
  outageMs: 5000,
  handBackMs: 5000,
  parkAfterMs: 1000,
  now: () => new Date(),
};

/** With all that was left out. */
export type Settled = WorkerOptions & typeof defaults;
