import type { Actor } from './actor.ts';
import { retryDelaySeconds, retryDelaysSeconds, secondsAfter } from './backoff.ts';
import type { Plane } from './caller.ts';
import type { Json, JsonObject } from './json.ts';
import {
  isTerminal,
  maxLapses,
  type Operation,
  type OperationAttempt,
  type OperationError,
  type OperationReplay,
} from './operation.ts';

export type AttemptOutcome =
  | { readonly kind: 'succeeded'; readonly result: Json }
  | { readonly kind: 'retry'; readonly error: OperationError; readonly retryAfterSeconds?: number }
  | { readonly kind: 'failed'; readonly error: OperationError }
  | { readonly kind: 'postponed'; readonly retryAfterSeconds: number; readonly error: OperationError }
  /**
   * Nothing was tried, so no attempt is counted. The operation waits until `until`, or, if null, until it is released.
   */
  | { readonly kind: 'held'; readonly until: Date | null }
  /** This worker does not know the type. The operation is as before the claim, and waits until `until` for one that does. */
  | { readonly kind: 'declined'; readonly until: Date }
  /** With the error that stopped it, if nobody asked to cancel it. */
  | { readonly kind: 'cancelled'; readonly error?: OperationError };

export interface OperationDraft
  extends Pick<Operation, 'id' | 'type' | 'connectionId' | 'subject' | 'input' | 'requestId' | keyof Plane> {
  readonly origin?: string | null;
  readonly begunBy?: Actor | null;
  readonly metadata?: JsonObject;
  readonly traceparent?: string | null;
  readonly dueAt?: Date;
}

/** A new operation, due at once unless the draft says when. */
export function queueOperation(draft: OperationDraft, now: Date): Operation {
  const { begunBy = null, dueAt, metadata, origin = null, traceparent = null, ...rest } = draft;
  return {
    ...rest,
    origin,
    state: 'queued',
    result: null,
    error: null,
    steps: [],
    attempts: [],
    replays: [],
    run: 1,
    attemptCount: 0,
    maxAttempts: retryDelaysSeconds(draft.type).length + 1,
    lapses: 0,
    nextAttemptAt: dueAt ?? now,
    leaseExpiresAt: null,
    cancelRequestedAt: null,
    metadata: metadata ?? {},
    begunBy,
    approval: null,
    traceparent,
    createdAt: now,
    startedAt: null,
    updatedAt: now,
    finishedAt: null,
  };
}

/** When an attempt began and ended; `spread` is a random number in [0, 1) that spreads the retries of many. */
interface AttemptTimes {
  readonly startedAt: Date;
  readonly now: Date;
  readonly spread: number;
}

export function settle(
  running: Operation,
  outcome: AttemptOutcome,
  { startedAt, now, spread }: AttemptTimes,
): Operation {
  if (running.state !== 'running') throw new Error(`cannot settle an operation that is ${running.state}`);
  if (outcome.kind === 'held') return held(running, outcome.until, now);
  if (outcome.kind === 'declined') return unclaimed(running, startedAt, outcome.until);
  const counted = outcome.kind === 'postponed' ? running.attemptCount : running.attemptCount + 1;
  const base: Operation = { ...running, attemptCount: counted, lapses: 0, leaseExpiresAt: null, updatedAt: now };
  const error = ('error' in outcome && outcome.error) || null;
  const tried = (how: OperationAttempt['outcome']) => ({
    attempts: appendAttempt(running, { startedAt, finishedAt: now, outcome: how, error }),
  });
  switch (outcome.kind) {
    case 'succeeded':
      return { ...finished(base, 'succeeded', now), ...tried('succeeded'), result: outcome.result, error };
    case 'cancelled':
      return { ...finished(base, 'cancelled', now), ...tried('cancelled'), ...(error && { error }) };
    case 'failed':
      return { ...finished(base, 'failed', now), ...tried('failed'), error };
    case 'postponed': {
      const state = waitOf(error) ? 'queued' : 'retrying';
      return { ...base, ...tried('postponed'), state, nextAttemptAt: secondsAfter(now, outcome.retryAfterSeconds) };
    }
    case 'retry': {
      if (counted >= running.maxAttempts) {
        return { ...finished(base, 'dead_letter', now), ...tried('dead_letter'), error };
      }
      const delay = Math.max(retryDelaySeconds(running.type, counted, spread), outcome.retryAfterSeconds ?? 0);
      return { ...base, ...tried('retrying'), state: 'retrying', error, nextAttemptAt: secondsAfter(now, delay) };
    }
  }
}

export const waits = ['provider_budget', 'record'] as const;
export type Wait = (typeof waits)[number];

function waitOf(error: OperationError | null): Wait | null {
  if (error?.code === 'RATE_LIMITED' && error.reason !== 'operations_backlog') return 'provider_budget';
  return error?.reason === 'record_busy' ? 'record' : null;
}

/** What an operation back in the queue waits for; null unless its last attempt was postponed. */
export function waitingFor({ state, run, attempts }: Pick<Operation, 'state' | 'run' | 'attempts'>): Wait | null {
  const last = attempts.at(-1);
  return state === 'queued' && last?.run === run && last.outcome === 'postponed' ? waitOf(last.error) : null;
}

/** The operation waits until `until`, or, if null, until it is released. Its attempts stay as they are. */
export function held(operation: Operation, until: Date | null, now: Date): Operation {
  return { ...operation, state: 'retrying', nextAttemptAt: until, leaseExpiresAt: null, lapses: 0, updatedAt: now };
}

/** Undoes a claim: no attempt is counted, no lapse forgiven. */
function unclaimed(running: Operation, claimedAt: Date, until: Date): Operation {
  const hasTried = running.attempts.some(({ run, outcome }) => run === running.run && outcome !== 'postponed');
  const startedAt = running.startedAt?.getTime() === claimedAt.getTime() ? null : running.startedAt;
  return { ...running, state: hasTried ? 'retrying' : 'queued', startedAt, nextAttemptAt: until, leaseExpiresAt: null };
}

/** Queues the operation again at once, or makes it a dead letter after `maxLapses` lost workers in a row. */
export function lapse(running: Operation, claimedAt: Date, now: Date): Operation {
  const lapses = running.lapses + 1;
  const times = { startedAt: claimedAt, finishedAt: now };
  if (lapses >= maxLapses) {
    const message = `the worker was lost ${lapses} times in a row without finishing a step`;
    const error = { code: 'INTERNAL', reason: 'worker_lost', message, retryable: false } as const;
    const attempts = appendAttempt(running, { ...times, outcome: 'dead_letter', error });
    return { ...finished(running, 'dead_letter', now), lapses, attempts, error };
  }
  const attempts = appendAttempt(running, { ...times, outcome: 'lost', error: null });
  return { ...running, lapses, attempts, state: 'retrying', leaseExpiresAt: null, updatedAt: now, nextAttemptAt: now };
}

export type ReplayNote = Pick<OperationReplay, 'actor' | 'reason' | 'traceparent'>;

/** Runs a failed or dead operation again: same record, same successful steps, a fresh retry budget. */
export function replay(ended: Operation, note: ReplayNote, now: Date): Operation {
  if (!isReplayable(ended)) throw new Error(`cannot replay an operation that is ${ended.state}`);
  return runAgain(ended, note, now);
}

/** Sends any ended delivery once more: receivers recognise repeated events by their ids. */
export function redeliver(ended: Operation, note: ReplayNote, now: Date): Operation {
  if (ended.type !== 'webhook.deliver') throw new Error(`cannot redeliver ${ended.type}`);
  if (!isTerminal(ended.state)) throw new Error(`cannot redeliver an operation that is ${ended.state}`);
  return runAgain(ended, note, now);
}

/** Tries a waiting or held delivery now, as an attempt of its run. */
export function hurry(waiting: Operation, note: ReplayNote, now: Date): Operation {
  if (waiting.type !== 'webhook.deliver') throw new Error(`cannot hurry ${waiting.type}`);
  if (waiting.state === 'running' || isTerminal(waiting.state))
    throw new Error(`cannot hurry what is ${waiting.state}`);
  return { ...waiting, nextAttemptAt: now, updatedAt: now, replays: noted(waiting, note, now) };
}

/** True until the attempt that somebody hurried has been made. */
export function isHurried({ replays, attemptCount }: Pick<Operation, 'replays' | 'attemptCount'>): boolean {
  const last = replays.at(-1);
  return last !== undefined && !isTerminal(last.previousState) && last.previousAttemptCount === attemptCount;
}

/** The newest 200 are kept; the audit log has all. */
const keptReplays = 200;

function noted(before: Operation, { traceparent, ...note }: ReplayNote, now: Date): readonly OperationReplay[] {
  const { state: previousState, attemptCount: previousAttemptCount } = before;
  const entry = { ...note, ...(traceparent && { traceparent }), at: now, previousState, previousAttemptCount };
  return [...before.replays, entry].slice(-keptReplays);
}

function runAgain(ended: Operation, note: ReplayNote, now: Date): Operation {
  return {
    ...ended,
    state: 'queued',
    run: ended.run + 1,
    attemptCount: 0,
    lapses: 0,
    result: null,
    error: null,
    cancelRequestedAt: null,
    nextAttemptAt: now,
    finishedAt: null,
    updatedAt: now,
    replays: noted(ended, note, now),
  };
}

/** Only operations that failed for good may run again. */
export function isReplayable(operation: Operation): boolean {
  return operation.state === 'failed' || operation.state === 'dead_letter';
}

/** Queued and retrying work stops at once; running work is asked to stop at its next step boundary. */
export function cancel(operation: Operation, now: Date): Operation {
  if (isTerminal(operation.state)) throw new Error(`cannot cancel an operation that is ${operation.state}`);
  if (operation.state === 'running') return { ...operation, cancelRequestedAt: now, updatedAt: now };
  return { ...finished(operation, 'cancelled', now), cancelRequestedAt: now, updatedAt: now };
}

function finished(operation: Operation, state: Operation['state'], now: Date): Operation {
  return { ...operation, state, nextAttemptAt: null, leaseExpiresAt: null, finishedAt: now, updatedAt: now };
}

/** The newest 200 are kept: waiting for budget may add entries without end. */
const keptAttempts = 200;

function appendAttempt(
  operation: Operation,
  attempt: Omit<OperationAttempt, 'run' | 'number'>,
): readonly OperationAttempt[] {
  const number = nextAttemptNumber(operation);
  return [...operation.attempts, { run: operation.run, number, ...attempt }].slice(-keptAttempts);
}

export function nextAttemptNumber({ run, attempts }: Pick<Operation, 'run' | 'attempts'>): number {
  return attempts.reduce((most, a) => (a.run === run ? Math.max(most, a.number) : most), 0) + 1;
}
