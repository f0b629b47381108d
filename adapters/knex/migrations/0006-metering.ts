import type { Migration } from './migration.ts';

/** The budget of calls, the call journal, usage. Writes to `write_probes` show that the database accepts writes. */
export const metering: Migration = ({ text, serial, keyed, busy }) => [
  `create table request_budgets (
      spender ${text} primary key,
      version bigint not null,
      state ${text} not null
    )${busy}`,
  `create table provider_calls (
      id ${serial},
      organization_id ${text} not null,
      connection_id ${text} not null,
      operation_id ${text},
      request_id ${text} not null,
      method ${text} not null,
      path ${text} not null,
      status integer,
      bytes_in bigint not null,
      duration_ms integer not null,
      at bigint not null
    )`,
  'create index provider_calls_by_connection on provider_calls (connection_id, at)',
  'create index provider_calls_by_operation on provider_calls (operation_id, at) where operation_id is not null',
  'create index provider_calls_age on provider_calls (at)',
  'create index provider_calls_by_request on provider_calls (request_id, at)',
  `create index provider_calls_good on provider_calls (connection_id, at)
      where status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'`,
  `create table usage_events (
      request_id ${text} not null,
      meter ${text} not null,
      organization_id ${text} not null,
      environment ${text} not null,
      connection_id ${text} not null,
      quantity bigint not null,
      at bigint not null,
      day ${text} not null,
      rolled_at bigint,
      primary key (request_id, meter)
    )${keyed}`,
  'create index usage_events_age on usage_events (at)',
  `create index usage_events_open on usage_events (organization_id, environment, day) where rolled_at is null`,
  `create table usage_days (
      organization_id ${text} not null,
      environment ${text} not null,
      day ${text} not null,
      meter ${text} not null,
      connection_id ${text} not null,
      quantity bigint not null,
      primary key (organization_id, environment, day, meter, connection_id)
    )${keyed}`,
  `create table write_probes (content ${text} not null)`,
];
