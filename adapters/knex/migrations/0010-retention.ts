import type { Migration } from './migration.ts';

/**
 * What is purged, each from an index in the order of its age. An operation enters one of its two indexes once, when it
 * ends: a claim writes neither. Events, audit entries and the like go by their primary key, whose ids sort by time.
 */
export const retention: Migration = {
  version: 10,
  name: 'retention',
  statements: ({ text }) => [
    `create index operations_ended on operations (finished_at)
      where finished_at is not null and type <> 'webhook.deliver'`,
    `create index operations_delivered on operations (finished_at)
      where finished_at is not null and type = 'webhook.deliver'`,
    `create index delivery_attempts_excerpts on delivery_attempts (at) where response_excerpt <> ''`,
    `create index connect_sessions_unchosen on connect_sessions (expires_at) where state = 'choosing'`,
    `create index connections_by_slot on connections (substr(id, length(id)), id)
      where status = 'active' and retention_mode = 'cached'`,
    `alter table schedule_ticks add column progress ${text}`,
    'alter table schedule_ticks add column held_until bigint',
    'create index schedule_ticks_open on schedule_ticks (held_until) where held_until is not null',
    'create index schedule_ticks_age on schedule_ticks (tick_at)',
  ],
};
