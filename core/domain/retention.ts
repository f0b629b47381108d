// What retention removes, and after how long.
import { idempotencyDays, type StoredAnswer } from './idempotency.ts';
import type { JsonObject } from './json.ts';

/**
 * operations: ended ones but deliveries, with their steps, from their last end, and the sums of their hours · deliveries: ended ones with their
 * attempts and operations, from their last end · excerpts: what receivers answered, from the attempt · events: with
 * what is sent of them, unless a delivery is still on its way · idempotency_keys: from the claim · notifications: the
 * identities of inbound ones · connect_sessions: from their expiry · schedule_ticks: those that are done · usage_events: those that
 * are in their day · console_sessions: from their expiry · sign_in_failures: from the last.
 */
export const defaultRetentionDays = {
  operations: 90,
  deliveries: 90,
  excerpts: 30,
  events: 30,
  idempotency_keys: idempotencyDays,
  notifications: 30,
  audit_entries: 400,
  provider_calls: 30,
  connect_sessions: 7,
  schedule_ticks: 7,
  usage_events: 90,
  console_sessions: 7,
  sign_in_failures: 1,
};

export type PurgeTarget = keyof typeof defaultRetentionDays;
export type RetentionDays = Readonly<Record<PurgeTarget, number>>;

export const purgeTargets = Object.keys(defaultRetentionDays) as readonly PurgeTarget[];

/** One short transaction's worth of removing. */
export interface PurgeCut {
  /** Older rows are removed. */
  readonly before: Date;
  /** Rows at most, those that hang on them counted; one that has more hanging on it goes alone. */
  readonly limit: number;
}

export interface PurgedBatch {
  readonly removed: number;
  /** Nothing is left to remove. */
  readonly isLast: boolean;
}

/** Older data is removed. The age of a key counts to its expiry, which is set when it is claimed. */
export function keptSince(target: PurgeTarget, days: RetentionDays, now: Date): Date {
  const aheadDays = target === 'idempotency_keys' ? idempotencyDays : 0;
  return new Date(now.getTime() + (aheadDays - days[target]) * 86_400_000);
}

/**
 * What is stored of a connection, in the order in which it is deleted once it is disconnected. Records and projections go whole;
 * of answers, operations (with steps and attempts) and events the ids, states and times stay.
 */
export const forgottenParts = ['records', 'projections', 'answers', 'operations', 'events'] as const;
export type ForgottenPart = (typeof forgottenParts)[number];

export interface ForgetCut {
  readonly now: Date;
  readonly limit: number;
  /** Where the batch before ended; null at first. */
  readonly after: string | null;
  /** Whether events on their way to an endpoint, and writes that operations have begun, stay as they are. */
  readonly sparesUnderWay: boolean;
}

export interface ForgottenBatch {
  readonly removed: number;
  /** The next batch's `after`; null when nothing is left to remove. */
  readonly next: string | null;
}

/** Replaces a removed document: an operation's input or result, a step's result, an event's data. */
export const purgedDocument: JsonObject = { purged: true };
export const purgedMessage = 'removed when the connection was disconnected';

/** Whether retention took what the document held (`purgedDocument`). */
export function isPurged(document: JsonObject): boolean {
  return document['purged'] === true;
}

/** What a key of a disconnected connection answers for good, also when the connection lives again. */
export const forgottenAnswer: StoredAnswer = {
  ok: false,
  error: {
    code: 'CONFLICT',
    message: 'the connection was disconnected after this request, and what the request answered was deleted',
    details: { reason: 'connection_not_active' },
  },
};
