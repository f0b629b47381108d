import { type Migration, nullable, table } from './migration.ts';

/** The budget of calls, the call journal, usage. Writes to `write_probes` show that the database accepts writes. */
export const metering: Migration = ({ text, serial, keyed, busy }) => [
  table('request_budgets', { spender: `${text} primary key`, version: 'bigint', state: text }, { ending: busy }),
  table('provider_calls', {
    id: serial,
    organization_id: text,
    connection_id: text,
    operation_id: nullable(text),
    request_id: text,
    method: text,
    path: text,
    status: nullable('integer'),
    bytes_in: 'bigint',
    duration_ms: 'integer',
    at: 'bigint',
  }),
  'create index provider_calls_by_connection on provider_calls (connection_id, at)',
  'create index provider_calls_by_operation on provider_calls (operation_id, at) where operation_id is not null',
  'create index provider_calls_age on provider_calls (at)',
  'create index provider_calls_by_request on provider_calls (request_id, at)',
  `create index provider_calls_good on provider_calls (connection_id, at)
      where status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'`,
  table(
    'usage_events',
    {
      request_id: text,
      meter: text,
      organization_id: text,
      environment: text,
      connection_id: text,
      quantity: 'bigint',
      at: 'bigint',
      day: text,
      rolled_at: nullable('bigint'),
    },
    { key: 'request_id, meter', ending: keyed },
  ),
  'create index usage_events_age on usage_events (at)',
  `create index usage_events_open on usage_events (organization_id, environment, day) where rolled_at is null`,
  table(
    'usage_days',
    { organization_id: text, environment: text, day: text, meter: text, connection_id: text, quantity: 'bigint' },
    { key: 'organization_id, environment, day, meter, connection_id', ending: keyed },
  ),
  `create table write_probes (content ${text} not null)`,
];
