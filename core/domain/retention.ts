import { idempotencyDays, type StoredAnswer } from './idempotency.ts';
import type { JsonObject } from './json.ts';
import { lookAlikeDays } from './look-alike.ts';

/**
 * Days after these moments: operations (with steps and hourly sums) and deliveries (with attempts and operations):
 * their last end · excerpts of receivers' answers: the attempt · events (with their deliveries, once all have ended):
 * creation · idempotency_keys: the claim · notifications (identities of inbound ones): arrival · connect_sessions,
 * console_sessions: expiry · schedule_ticks: the tick, once done · usage_events: the use, once in its daily sum ·
 * sign_in_failures: the last failure · exports: when each part was made · provider_requests: creation · look_alikes: when each was
 * made or seen · look_alike_locks: their last use · agent_reservations, agent_spend: the day.
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
  requests: 30,
  exports: 1,
  provider_requests: 90,
  connect_sessions: 7,
  schedule_ticks: 7,
  usage_events: 90,
  console_sessions: 7,
  sign_in_failures: 1,
  look_alikes: lookAlikeDays,
  look_alike_locks: 1,
  agent_reservations: 7,
  agent_spend: 400,
};

export type PurgeTarget = keyof typeof defaultRetentionDays;
export type RetentionDays = Readonly<Record<PurgeTarget, number>>;

export const purgeTargets = Object.keys(defaultRetentionDays) as readonly PurgeTarget[];

export interface PurgeCut {
  readonly before: Date;
  /** The most rows, counting their dependants; a row with more dependants is removed alone. */
  readonly limit: number;
}

export interface PurgedBatch {
  readonly removed: number;
  readonly isLast: boolean;
}

/** Older data is removed. The age of an Idempotency-Key counts from its claim, but its row stores the expiry. */
export function keptSince(target: PurgeTarget, days: RetentionDays, now: Date): Date {
  const aheadDays = target === 'idempotency_keys' ? idempotencyDays : 0;
  return new Date(now.getTime() + (aheadDays - days[target]) * 86_400_000);
}

/**
 * A disconnected connection's data, in the order of deletion. Records and projections are deleted; answers, operations
 * (with steps and attempts), events, requests and provider requests keep their ids, states and times; the plane's exports are
 * deleted.
 */
export const forgottenParts = [
  'records',
  'projections',
  'answers',
  'operations',
  'events',
  'requests',
  'exports',
  'provider_requests',
] as const;
export type ForgottenPart = (typeof forgottenParts)[number];

export interface ForgetCut {
  readonly now: Date;
  readonly limit: number;
  readonly after: string | null;
  /** If true, events that are being delivered and writes that operations have begun stay. */
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

/** Answers every earlier Idempotency-Key of a disconnected connection, even after a reconnect. */
export const forgottenAnswer: StoredAnswer = {
  ok: false,
  error: {
    code: 'CONFLICT',
    message: 'the connection was disconnected after this request, and the answer to the request was deleted',
    details: { reason: 'connection_not_active' },
  },
};
