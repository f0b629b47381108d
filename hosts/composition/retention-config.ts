import { defaultRetentionDays, type PurgeTarget, purgeTargets, type RetentionDays } from '#core';
import type { ConfigReader } from './config-reader.ts';

const variables: Readonly<Record<PurgeTarget, string>> = {
  operations: 'RETAIN_OPERATIONS_DAYS',
  deliveries: 'RETAIN_DELIVERIES_DAYS',
  excerpts: 'RETAIN_EXCERPTS_DAYS',
  events: 'RETAIN_EVENTS_DAYS',
  idempotency_keys: 'RETAIN_IDEMPOTENCY_DAYS',
  notifications: 'RETAIN_NOTIFICATIONS_DAYS',
  audit_entries: 'RETAIN_AUDIT_DAYS',
  provider_calls: 'RETAIN_PROVIDER_CALLS_DAYS',
  connect_sessions: 'RETAIN_CONNECT_SESSIONS_DAYS',
  schedule_ticks: 'RETAIN_SCHEDULE_TICKS_DAYS',
  usage_events: 'RETAIN_USAGE_EVENTS_DAYS',
  console_sessions: 'RETAIN_CONSOLE_SESSIONS_DAYS',
  sign_in_failures: 'RETAIN_SIGN_IN_FAILURES_DAYS',
};

const mostDays = 3650;

/** A key promises its answer for so long and no longer, so it may only be kept shorter. */
const mostOf = (target: PurgeTarget): number =>
  target === 'idempotency_keys' ? defaultRetentionDays[target] : mostDays;

/** An operation is the answer that a repeated request gets for as long as its key is kept. */
const leastOf = (target: PurgeTarget): number => (target === 'operations' ? defaultRetentionDays.idempotency_keys : 1);

export function retentionConfig(read: ConfigReader): RetentionDays {
  const days = purgeTargets.map((target) => {
    const kept = read.integer(variables[target], defaultRetentionDays[target], leastOf(target), mostOf(target));
    return [target, kept] as const;
  });
  return Object.fromEntries(days) as RetentionDays;
}
