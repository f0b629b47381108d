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

/** How long a write may be sent again after it was first sent, to a provider that remembers keys for so long. */
export function replaySecondsOf(keyMemorySeconds: number): number {
  return keyMemorySeconds - slackSeconds;
}

/** How long the provider may still remember a key: the first call that reached it may have been the last one sent. */
export function echoSecondsOf(keyMemorySeconds: number): number {
  return replaySecondsOf(keyMemorySeconds) + keyMemorySeconds + slackSeconds;
}

/** A process that was stopped for so long before it sends no longer knows what has become of its write. */
const stalledSeconds = 20;

/** Until when a write may be sent that was stored at `begun`. */
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
  /** A create's prepared write, null under zero retention; a change is prepared anew and keeps `{ last_sent_at }`. */
  readonly prepared: Json;
  readonly firstSentAt: Date;
  readonly creates: ResourceType | null;
}

export interface StepPlace {
  readonly operationId: OperationId;
  readonly step: string;
}

export type Writer = IdempotencyScope | StepPlace;

/** What a step that writes at the provider stores beside its result. */
export interface StepWrite {
  readonly attempt: WriteAttempt | null;
  /** How often the provider refused it: each refusal makes the next attempt another write, under a key of its own. */
  readonly refusals: number;
  readonly producedId: string | null;
}

/** Whether the provider may have forgotten the key of a write, so that sending it again could make a second record. */
export function isForgotten(firstSentAt: Date, now: Date, keyMemorySeconds: number): boolean {
  return now.getTime() - firstSentAt.getTime() > replaySecondsOf(keyMemorySeconds) * 1000;
}

/** What a finished request answered: stored for 30 days and given again. */
export type StoredAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: ErrorSnapshot };

export type IdempotencyClaim =
  /** `attempt`: what an earlier holder had begun that was lost or did not learn how its write ended; null for nothing. */
  | { readonly kind: 'claimed'; readonly leaseToken: string; readonly attempt: WriteAttempt | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'clashing' };
