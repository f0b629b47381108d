// The one place that decides what a thrown error means for an operation.
import { jittered } from '../domain/backoff.ts';
import { databaseRefusal, ServiceError } from '../domain/errors.ts';
import type { OperationError, StopReason } from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';

/** Stops an attempt between two steps; the work itself has not failed. */
export class Interruption extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the attempt was stopped: ${reason}`);
    this.name = 'Interruption';
    this.reason = reason;
  }
}

/** Queues the operation again at once and uses up none of its attempts. */
export const workerStopped: AttemptOutcome = {
  kind: 'postponed',
  retryAfterSeconds: 0,
  error: {
    code: 'INTERNAL',
    reason: 'worker_stopped',
    message: 'the worker was stopped and handed the operation back',
    retryable: true,
  },
};

const budgetWaitSeconds = 5;
const shortestBudgetWaitSeconds = 1;

/** Undefined when the lease is lost: then nothing may be written. `spread` is a random number in [0, 1). */
export function classifyFailure(thrown: unknown, spread: number): AttemptOutcome | undefined {
  if (thrown instanceof Interruption) return interrupted[thrown.reason];
  const error = operationErrorOf(thrown);
  if (!(thrown instanceof ServiceError)) return { kind: 'retry', error };
  const { retryAfterSeconds } = thrown.details;
  if (isWaiting(thrown)) {
    const wait = Math.max(retryAfterSeconds ?? budgetWaitSeconds, shortestBudgetWaitSeconds);
    return { kind: 'postponed', error, retryAfterSeconds: jittered(wait, spread) };
  }
  if (!thrown.retryable) return { kind: 'failed', error };
  return retryAfterSeconds === undefined ? { kind: 'retry', error } : { kind: 'retry', error, retryAfterSeconds };
}

/**
 * True if nothing was tried, because the provider's budget is used up, another change has the record's lease, or the database
 * has lost commits.
 */
export function isWaiting(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError)) return false;
  if (thrown.code === 'RATE_LIMITED' || thrown.code === 'DATABASE_WENT_BACK') return true;
  return thrown.details.reason === 'record_busy';
}

const interrupted: Readonly<Record<StopReason, AttemptOutcome | undefined>> = {
  lease_lost: undefined,
  cancel_requested: { kind: 'cancelled' },
  shutdown: workerStopped,
};

/** The error that customers may read; it hides the details of a defect. */
export function operationErrorOf(thrown: unknown): OperationError {
  const told = thrown instanceof ServiceError ? thrown : databaseRefusal(thrown);
  if (!told) return { code: 'INTERNAL', message: 'the attempt failed for an internal reason', retryable: true };
  const { reason, outcome } = told.details;
  return {
    code: told.code,
    ...(reason === undefined ? {} : { reason }),
    message: told.message,
    retryable: told.retryable,
    ...(outcome === undefined ? {} : { outcome }),
  };
}
