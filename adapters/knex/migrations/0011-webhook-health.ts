import type { Migration } from './migration.ts';

/**
 * Health has a table of its own: it changes with every failure, the endpoint hardly ever. A line holds only what waits
 * its turn, so it is empty most of the time.
 */
export const webhookHealth: Migration = {
  version: 11,
  name: 'webhook_health',
  statements: ({ text, keyed, busy }) => [
    `create table endpoint_health (
      endpoint_id ${text} primary key references webhook_endpoints (id) on delete cascade,
      organization_id ${text} not null,
      environment ${text} not null,
      consecutive_failures integer not null,
      failing_since bigint,
      last_success_at bigint,
      opened_at bigint,
      probe_id ${text},
      backlog ${text} not null,
      tend_at bigint
    )${busy}`,
    'create index endpoint_health_due on endpoint_health (tend_at) where tend_at is not null',
    `create table delivery_lines (
      operation_id ${text} primary key references operations (id) on delete cascade,
      endpoint_id ${text} not null,
      connection_id ${text} not null,
      sequence bigint not null,
      let_out_at bigint
    )${keyed}`,
    'create index delivery_lines_order on delivery_lines (endpoint_id, connection_id, sequence, operation_id)',
    `create index delivery_lines_out on delivery_lines (endpoint_id, connection_id, operation_id)
      where let_out_at is not null`,
    `create index deliveries_by_type
      on deliveries (organization_id, environment, event_type, created_at, operation_id)`,
  ],
};
