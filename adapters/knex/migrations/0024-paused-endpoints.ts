import type { Migration } from './migration.ts';

/**
 * An endpoint is paused and resumed; what it holds stands without a time in the queue and in no table of its own. What
 * waited in a line of an endpoint that answers again is released.
 */
export const pausedEndpoints: Migration = {
  version: 24,
  name: 'paused-endpoints',
  statements: () => [
    'drop table delivery_lines',
    'alter table endpoint_health rename column opened_at to paused_at',
    'alter table endpoint_health rename column tend_at to next_check_at',
    'alter table endpoint_health add column resumed_at bigint',
    `update endpoint_health set resumed_at = next_check_at where backlog in ('gathering', 'leaving')`,
    'alter table endpoint_health drop column backlog',
    `create index operations_held on operations (subject, created_at, id)
      where state = 'retrying' and due_at is null`,
  ],
};
