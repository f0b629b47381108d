import { type Migration, sealedIndex } from './migration.ts';

export const webhooks: Migration = (words) => {
  const { text, serial, keyed, busy } = words;
  return [
    `create table event_sequences (
      connection_id ${text} primary key,
      organization_id ${text} not null,
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
      traceparent ${text},
      created_at bigint not null,
      invoice_id ${text}
    )`,
    'create unique index events_identity on events (connection_id, identity)',
    'create unique index events_sequence on events (connection_id, sequence)',
    'create index events_age on events (created_at)',
    'create index events_list on events (organization_id, environment, created_at, id)',
    'create index events_by_type on events (organization_id, environment, type, created_at, id)',
    'create index events_by_connection on events (connection_id, created_at, id, type)',
    'create index events_by_operation on events (operation_id) where operation_id is not null',
    `create index events_by_invoice on events (connection_id, invoice_id, created_at, id)
      where invoice_id is not null`,
    `create table webhook_endpoints (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id),
      environment ${text} not null,
      url ${text} not null,
      event_types ${text} not null,
      description ${text},
      send_traceparent boolean not null default false,
      status ${text} not null,
      status_reason ${text},
      sealed_secret ${text} not null,
      sealed_previous_secret ${text},
      previous_secret_until bigint,
      consecutive_failures integer not null,
      failing_since bigint,
      last_failure_at bigint,
      last_error ${text},
      last_success_at bigint,
      paused_at bigint,
      probe_id ${text},
      next_check_at bigint,
      created_at bigint not null,
      updated_at bigint not null
    )${busy}`,
    `create index webhook_endpoints_list on webhook_endpoints (organization_id, environment, created_at, id)
      where status <> 'deleted'`,
    'create index webhook_endpoints_due on webhook_endpoints (next_check_at) where next_check_at is not null',
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
    `create index deliveries_by_type
      on deliveries (organization_id, environment, event_type, created_at, operation_id)`,
    `create table delivery_attempts (
      id ${serial},
      delivery_id ${text} not null references deliveries (id) on delete cascade,
      organization_id ${text} not null,
      run integer not null,
      number integer not null,
      at bigint not null,
      duration_ms integer not null,
      response_status integer,
      response_excerpt ${text},
      error ${text}
    )`,
    'create index delivery_attempts_list on delivery_attempts (delivery_id, id)',
    `create index delivery_attempts_excerpts on delivery_attempts (at) where response_excerpt <> ''`,
    `create table inbound_notifications (
      app_key ${text} not null,
      organization_id ${text} not null,
      identity ${text} not null,
      received_at bigint not null,
      primary key (app_key, identity)
    )${keyed}`,
    'create index inbound_notifications_age on inbound_notifications (received_at)',
    `create table notification_cursors (
      app_key ${text} primary key,
      last bigint not null,
      moved_at bigint not null
    )${keyed}`,
    `create table notification_gaps (
      id ${serial},
      app_key ${text} not null,
      first bigint not null,
      last bigint not null,
      found_at bigint not null
    )`,
    'create index notification_gaps_list on notification_gaps (app_key, found_at)',
    sealedIndex(words, 'webhook_endpoints_secret_key', 'webhook_endpoints', 'sealed_secret'),
    sealedIndex(words, 'webhook_endpoints_previous_key', 'webhook_endpoints', 'sealed_previous_secret'),
  ];
};
