// What a worker is given.
import { type Core, type LeasedOperation, type Log, type OperationState, renewEverySeconds, type WakeUp } from '#core';

/** What may be left out. */
export const defaults = {
  /** The longest sleep: a lost wake-up costs no more. */
  pollMs: 1000,
  renewMs: renewEverySeconds * 1000,
  sweepMs: 1000,
  /** Between two looks at what is to be begun by the clock. */
  tickMs: 5000,
  /** The longest wait between two tries while the database is down. */
  outageMs: 5000,
  /** How long stopped work may take to hand itself back. */
  handBackMs: 5000,
  /** After this an attempt no longer counts against the slots; a delivery earlier. */
  parkAfterMs: 1000,
  /** The service's clock, by which operations fall due. */
  now: () => new Date(),
};

export interface WorkerOptions extends Readonly<Partial<typeof defaults>> {
  readonly worker: Core['worker'];
  readonly wakeUp: WakeUp;
  readonly log: Log;
  /** Operations at once, beside those that wait for an answer for more than a second. */
  readonly slots: number;
  readonly observer?: WorkerObserver | undefined;
}

/** With all that was left out. */
export type Settled = WorkerOptions & Readonly<typeof defaults>;

/** Hears what the loops do, for metrics. Its methods must not throw. */
export interface WorkerObserver {
  /** A claim was answered, perhaps with nothing, after `tookMs`. */
  claimed(operations: readonly LeasedOperation[], tookMs: number): void;
  /** The database did not answer; the next try follows. */
  claimFailed(): void;
  /** An attempt came to its end; `state` is undefined when it could store nothing. */
  ended(leased: LeasedOperation, state: OperationState | undefined, tookMs: number): void;
  /** Leases that were prolonged, and those that were lost. */
  renewed(kept: number, lost: number): void;
  /** So many operations of lost workers were put back. */
  swept(operations: number): void;
}
