// What is removed when it has been kept long enough, and how long that is.
import { idempotencyDays } from './idempotency.ts';

/**
 * operations: ended ones but deliveries, with their steps, from their last end · deliveries: ended ones with their
 * attempts and operations, from their last end · excerpts: what receivers answered, from the attempt · events: with
 * what is sent of them, unless a delivery is still on its way · idempotency_keys: from the claim · notifications: the
 * identities of inbound ones · connect_sessions: from their expiry · schedule_ticks: those that are done · usage_events: those that
 * are in their day · console_sessions: from their expiry · sign_in_failures: from the last.
 */
export const purgeTargets = [
  'operations',
  'deliveries',
  'excerpts',
  'events',
  'idempotency_keys',
  'notifications',
  'audit_entries',
  'provider_calls',
  'connect_sessions',
  'schedule_ticks',
  'usage_events',
  'console_sessions',
  'sign_in_failures',
] as const;
export type PurgeTarget = (typeof purgeTargets)[number];

export type RetentionDays = Readonly<Record<PurgeTarget, number>>;

export const defaultRetentionDays: RetentionDays = {
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

/** One short transaction's worth of removing. */
export interface PurgeCut {
  /** What is older goes. */
  readonly before: Date;
  /** Rows at most, those that hang on them counted; one that has more hanging on it goes alone. */
  readonly limit: number;
  /** Where the batch before ended; null at first. */
  readonly after: string | null;
}

export interface PurgedBatch {
  readonly removed: number;
  /** The next batch's `after`; null when nothing is left to remove. */
  readonly next: string | null;
}

/** What is older than this has been kept long enough. A key's age is told by its end, which is set when it is claimed. */
export function keptSince(target: PurgeTarget, days: RetentionDays, now: Date): Date {
  const aheadDays = target === 'idempotency_keys' ? idempotencyDays : 0;
  return new Date(now.getTime() + (aheadDays - days[target]) * 86_400_000);
}
