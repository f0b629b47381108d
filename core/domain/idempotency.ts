import { secondsAfter } from './backoff.ts';
import type { Plane } from './caller.ts';
import type { ErrorSnapshot } from './errors.ts';
import type { ConnectionId, OperationId } from './ids.ts';
import type { Json } from './json.ts';
import type { ResourceType } from './resource.ts';

export const idempotencyKeyMaxLength = 255;
export const idempotencyDays = 30;
/** How long one request may hold a key before another may take over. Longer than any request may last. */
export const idempotencyLeaseSeconds = 60;
export const twinWaitSeconds = 10;
const slackSeconds = 30;

/**
 * How long after its first sending a write may be sent again, for a provider that remembers keys for
 * `keyMemorySeconds`.
 */
export function replaySecondsOf(keyMemorySeconds: number): number {
  return keyMemorySeconds - slackSeconds;
}

/** How long after the first sending the provider may still know the key: perhaps only the last resend reached it. */
export function echoSecondsOf(keyMemorySeconds: number): number {
  return replaySecondsOf(keyMemorySeconds) + keyMemorySeconds + slackSeconds;
}

/** A process may stall before it sends, and a call takes its time. */
const slowestCallSeconds = 60;

/** The last moment at which a write first sent at `sentAt` can reach the provider: it may be repeated until its key is nearly forgotten. */
export function arrivesUntil(keyMemorySeconds: number, sentAt: Date): Date {
  return secondsAfter(sentAt, replaySecondsOf(keyMemorySeconds) + slowestCallSeconds);
}

/** A process that stalled this long no longer sends its write: another may have taken it over. */
const stalledSeconds = 20;

/** The latest moment to send a write that was stored at `begun`. */
export function sendBefore(begun: Date): Date {
  return secondsAfter(begun, stalledSeconds);
}

export interface IdempotencyScope extends Plane {
  readonly key: string;
}

export interface RecordPlace {
  readonly connectionId: ConnectionId;
  readonly type: ResourceType;
}

/** What a create makes: a record of a family, or a part of records that is looked for in them. */
export type CreatedType = ResourceType | 'allocations';

export interface CreatedPlace {
  readonly connectionId: ConnectionId;
  readonly type: CreatedType;
}

/** The provider write that a request was about to make, stored before it is sent. */
export interface WriteAttempt {
  /**
   * A create stores its prepared write, or null under zero retention. A change is prepared anew, so it stores `{
   * last_sent_at, based_on, next }`: the version that it was based on, and the call that is still to be made.
   */
  readonly prepared: Json;
  /** For a create that is recognised by its mark, the time of the last sending instead. */
  readonly firstSentAt: Date;
  /** What a create makes; null for a change. */
  readonly createdType: CreatedType | null;
  /**
   * The provider keys of the calls of this write, so that a repeat has the same key even if a later build makes keys in
   * another way. Null if a build stored the attempt that stored no keys.
   */
  readonly keys: Readonly<Record<string, string>> | null;
}

export interface StepPlace {
  readonly operationId: OperationId;
  readonly step: string;
}

export type Writer = IdempotencyScope | StepPlace;

/** What a step that writes at the provider stores beside its result. */
export interface StepWrite {
  readonly attempt: WriteAttempt | null;
  /** How often the provider refused the write. After a refusal the next attempt is a new write under a new key. */
  readonly refusals: number;
  readonly producedId: string | null;
}

/** The ways to recognise a repeated write; a provider has at least one. */
export interface Repeats {
  /** Seconds for which the provider remembers an idempotency key, from the first call that reached it. */
  readonly keySeconds: number | null;
  /**
   * The gateway leaves a mark in what it creates and looks for it before it creates. `settleSeconds` after a call was
   * sent it has surely ended, so that a repeat finds what it made.
   */
  readonly marks: { readonly settleSeconds: number } | null;
}

/**
 * Decides how to repeat a create that was sent without an answer. `key`: the provider remembers its key · `mark`: the
 * gateway finds what it made, but not before `waitSeconds` from now · `likeness`: the books are searched for it.
 */
export function repetitionOf({ keySeconds, marks }: Repeats, sentAt: Date, now: Date) {
  const passedSeconds = (now.getTime() - sentAt.getTime()) / 1000;
  const replaySeconds = keySeconds === null ? 0 : replaySecondsOf(keySeconds);
  if (keySeconds !== null && passedSeconds <= replaySeconds) return { by: 'key', waitSeconds: 0 } as const;
  if (marks === null) return { by: 'likeness', waitSeconds: 0 } as const;
  // Under its key it may have been sent again until the end of the provider's memory.
  const settledSeconds = replaySeconds + stalledSeconds + marks.settleSeconds;
  return {
    by: 'mark',
    waitSeconds: Math.min(settledSeconds, Math.max(0, Math.ceil(settledSeconds - passedSeconds))),
  } as const;
}

/**
 * How a create came about. `sent`: this request's call was answered · `repeated`: an earlier request with the key had sent it
 * without learning how that ended, and it was sent again · `found`: it was not sent again, because the record that the earlier
 * one made was found in the provider's books.
 */
export const writeResolutions = ['sent', 'repeated', 'found'] as const;
export type WriteResolution = (typeof writeResolutions)[number];

/** The answer of a finished request, stored for 30 days and given to its repeats. */
export type StoredAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: ErrorSnapshot };

/** How a key stands that is not over. */
export interface KeyStanding {
  readonly fingerprint: string;
  readonly answer: StoredAnswer | null;
  /** An attempt is stored, so something may have been sent. */
  readonly isSent: boolean;
  readonly leaseUntil: Date;
}

export type IdempotencyClaim =
  /** `attempt`: a write that an earlier holder of the key began and whose end is unknown; null if there is none. */
  | { readonly kind: 'claimed'; readonly leaseToken: string; readonly attempt: WriteAttempt | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'clashing' };
