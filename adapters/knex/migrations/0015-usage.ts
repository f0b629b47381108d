import type { Migration } from './migration.ts';

/** Meter events know their day, stay after they were added to it, and are found while they are not. */
export const usage: Migration = {
  version: 15,
  name: 'usage',
  statements: ({ text }) => [
    `alter table usage_events add column day ${text} not null default ''`,
    'alter table usage_events add column rolled_at bigint',
    `create index usage_events_open on usage_events (organization_id, environment, day) where rolled_at is null`,
  ],
};
