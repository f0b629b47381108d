import { type Migration, nullable, sealedIndex, table } from './migration.ts';

const eventsAndNotifications: Migration = ({ text, serial, keyed }) => [
  table(
    'event_sequences',
    { connection_id: `${text} primary key`, organization_id: text, last: 'bigint' },
    { ending: keyed },
  ),
  table('events', {
    id: `${text} primary key`,
    organization_id: text,
    environment: text,
    type: text,
    connection_id: text,
    sequence: 'bigint',
    identity: text,
    data: text,
    operation_id: nullable(text),
    request_id: text,
    traceparent: nullable(text),
    created_at: 'bigint',
    invoice_id: nullable(text),
  }),
  'create unique index events_identity on events (connection_id, identity)',
  'create unique index events_sequence on events (connection_id, sequence)',
  'create index events_age on events (created_at)',
  'create index events_list on events (organization_id, environment, created_at, id)',
  'create index events_by_type on events (organization_id, environment, type, created_at, id)',
  'create index events_by_connection on events (connection_id, created_at, id, type)',
  'create index events_by_operation on events (operation_id) where operation_id is not null',
  `create index events_by_invoice on events (connection_id, invoice_id, created_at, id)
      where invoice_id is not null`,
  table(
    'inbound_notifications',
    { app_key: text, organization_id: text, identity: text, received_at: 'bigint' },
    { key: 'app_key, identity', ending: keyed },
  ),
  'create index inbound_notifications_age on inbound_notifications (received_at)',
  table(
    'notification_cursors',
    { app_key: `${text} primary key`, last: 'bigint', moved_at: 'bigint' },
    { ending: keyed },
  ),
  table('notification_gaps', { id: serial, app_key: text, first: 'bigint', last: 'bigint', found_at: 'bigint' }),
  'create index notification_gaps_list on notification_gaps (app_key, found_at)',
];

const endpointsAndDeliveries: Migration = (words) => {
  const { text, serial, busy } = words;
  return [
    table(
      'webhook_endpoints',
      {
        id: `${text} primary key`,
        organization_id: `${text} references organizations (id)`,
        environment: text,
        url: text,
        event_types: text,
        description: nullable(text),
        send_traceparent: 'boolean default false',
        status: text,
        status_reason: nullable(text),
        sealed_secret: text,
        sealed_previous_secret: nullable(text),
        previous_secret_until: nullable('bigint'),
        consecutive_failures: 'integer',
        failing_since: nullable('bigint'),
        last_failure_at: nullable('bigint'),
        last_error: nullable(text),
        last_success_at: nullable('bigint'),
        paused_at: nullable('bigint'),
        probe_id: nullable(text),
        next_check_at: nullable('bigint'),
        created_at: 'bigint',
        updated_at: 'bigint',
      },
      { ending: busy },
    ),
    `create index webhook_endpoints_list on webhook_endpoints (organization_id, environment, created_at, id)
      where status <> 'deleted'`,
    'create index webhook_endpoints_due on webhook_endpoints (next_check_at) where next_check_at is not null',
    table('deliveries', {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      endpoint_id: text,
      event_id: text,
      event_type: text,
      operation_id: `${text} references operations (id) on delete cascade deferrable initially deferred`,
      request_id: text,
      created_at: 'bigint',
    }),
    'create unique index deliveries_operation on deliveries (operation_id)',
    'create index deliveries_list on deliveries (organization_id, environment, created_at, operation_id)',
    'create index deliveries_by_endpoint on deliveries (endpoint_id, created_at, operation_id)',
    'create index deliveries_by_event on deliveries (event_id, created_at, operation_id)',
    `create index deliveries_by_type
      on deliveries (organization_id, environment, event_type, created_at, operation_id)`,
    table('delivery_attempts', {
      id: serial,
      delivery_id: `${text} references deliveries (id) on delete cascade`,
      organization_id: text,
      run: 'integer',
      number: 'integer',
      at: 'bigint',
      duration_ms: 'integer',
      response_status: nullable('integer'),
      response_excerpt: nullable(text),
      error: nullable(text),
    }),
    'create index delivery_attempts_list on delivery_attempts (delivery_id, id)',
    `create index delivery_attempts_excerpts on delivery_attempts (at) where response_excerpt <> ''`,
    sealedIndex(words, 'webhook_endpoints_secret_key', 'webhook_endpoints', 'sealed_secret'),
    sealedIndex(words, 'webhook_endpoints_previous_key', 'webhook_endpoints', 'sealed_previous_secret'),
  ];
};

export const webhooks: Migration = (words) => [...eventsAndNotifications(words), ...endpointsAndDeliveries(words)];
