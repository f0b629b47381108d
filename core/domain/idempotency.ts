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

/** The provider write that a request was about to make, stored before it is sent. */
export interface WriteAttempt {
  /**
   * A create stores its prepared write, or null under zero retention. A change is prepared anew, so it stores `{
   * last_sent_at }`.
   */
  readonly prepared: Json;
  readonly firstSentAt: Date;
  /** The family of the record that a create makes; null for a change. */
  readonly createdType: ResourceType | null;
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

/** True if the provider may have forgotten the write's key, so that sending again could create a second record. */
export function isForgotten(firstSentAt: Date, now: Date, keyMemorySeconds: number): boolean {
  return now.getTime() - firstSentAt.getTime() > replaySecondsOf(keyMemorySeconds) * 1000;
}

/** The answer of a finished request, stored for 30 days and given to its repeats. */
export type StoredAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: ErrorSnapshot };

export type IdempotencyClaim =
  /** `attempt`: a write that an earlier holder of the key began and whose end is unknown; null if there is none. */
  | { readonly kind: 'claimed'; readonly leaseToken: string; readonly attempt: WriteAttempt | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'clashing' };
