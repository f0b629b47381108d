import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  version: 6,
  name: 'webhooks',
  statements: ({ text, serial, keyed }) => [
    `create table event_sequences (
      connection_id ${text} primary key,
      last bigint not null
    )${keyed}`,
    `create table events (
      id ${text} primary key,
      organization_id ${text} not null,
      environment ${text} not null,
      type ${text} not null,
      connection_id ${text} not null,
      sequence bigint not null,
      identity ${text} not null,
      data ${text} not null,
      operation_id ${text},
      request_id ${text} not null,
      created_at bigint not null
    )`,
    'create unique index events_identity on events (connection_id, identity)',
    'create unique index events_sequence on events (connection_id, sequence)',
    'create index events_list on events (organization_id, environment, created_at, id)',
    'create index events_by_type on events (organization_id, environment, type, created_at, id)',
    'create index events_by_connection on events (connection_id, created_at, id, type)',
    'create index events_by_operation on events (operation_id) where operation_id is not null',
    `create table webhook_endpoints (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      url ${text} not null,
      event_types ${text} not null,
      description ${text},
      status ${text} not null,
      status_reason ${text},
      sealed_secret ${text} not null,
      sealed_previous_secret ${text},
      previous_secret_until bigint,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    `create index webhook_endpoints_list on webhook_endpoints (organization_id, environment, created_at, id)
      where status <> 'deleted'`,
    `create table deliveries (
      id ${text} primary key,
      organization_id ${text} not null,
      environment ${text} not null,
      endpoint_id ${text} not null,
      event_id ${text} not null,
      event_type ${text} not null,
      operation_id ${text} not null references operations (id) on delete cascade deferrable initially deferred,
      request_id ${text} not null,
      created_at bigint not null
    )`,
    'create unique index deliveries_operation on deliveries (operation_id)',
    'create index deliveries_list on deliveries (organization_id, environment, created_at, operation_id)',
    'create index deliveries_by_endpoint on deliveries (endpoint_id, created_at, operation_id)',
    'create index deliveries_by_event on deliveries (event_id, created_at, operation_id)',
    `create table delivery_attempts (
      id ${serial},
      delivery_id ${text} not null references deliveries (id) on delete cascade,
      run integer not null,
      number integer not null,
      at bigint not null,
      duration_ms integer not null,
      response_status integer,
      response_excerpt ${text},
      error ${text}
    )`,
    'create index delivery_attempts_list on delivery_attempts (delivery_id, id)',
  ],
};
