import { idempotencyDays, type StoredAnswer } from './idempotency.ts';
import type { JsonObject } from './json.ts';

/**
 * operations: ended, but deliveries, with steps and hourly sums, from their last end · deliveries: ended, with attempts and
 * operations, from their last end · excerpts: receivers' answers, from the attempt · events: with what is sent of them,
 * unless a delivery is under way · idempotency_keys: from the claim · notifications: identities of inbound ones ·
 * connect_sessions: from their expiry · schedule_ticks: done ones · usage_events: those in their daily sum ·
 * console_sessions: from their expiry · sign_in_failures: from the last.
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

/** Removed in one short transaction. */
export interface PurgeCut {
  readonly before: Date;
  /** Most rows, with those that depend on them; a row with more dependants goes alone. */
  readonly limit: number;
}

export interface PurgedBatch {
  readonly removed: number;
  readonly isLast: boolean;
}

/** Older data is removed. A key's age counts to its expiry, which is set when it is claimed. */
export function keptSince(target: PurgeTarget, days: RetentionDays, now: Date): Date {
  const aheadDays = target === 'idempotency_keys' ? idempotencyDays : 0;
  return new Date(now.getTime() + (aheadDays - days[target]) * 86_400_000);
}

/**
 * A disconnected connection's data, in the order of deletion. Records and projections go whole; of answers, operations (with
 * steps and attempts) and events the ids, states and times stay.
 */
export const forgottenParts = ['records', 'projections', 'answers', 'operations', 'events'] as const;
export type ForgottenPart = (typeof forgottenParts)[number];

export interface ForgetCut {
  readonly now: Date;
  readonly limit: number;
  readonly after: string | null;
  /** Whether events on their way to an endpoint, and writes that operations have begun, stay as they are. */
  readonly sparesUnderWay: boolean;
}

export interface ForgottenBatch {
  readonly removed: number;
  readonly next: string | null;
}

/** Replaces an operation's input or result, a step's result, an event's data. */
export const purgedDocument: JsonObject = { purged: true };
export const purgedMessage = 'removed when the connection was disconnected';

export function isPurged(document: JsonObject): boolean {
  return document['purged'] === true;
}

/** Answers the keys of a disconnected connection for good, also after it is revived. */
export const forgottenAnswer: StoredAnswer = {
  ok: false,
  error: {
    code: 'CONFLICT',
    message: 'the connection was disconnected after this request, and what the request answered was deleted',
    details: { reason: 'connection_not_active' },
  },
};
