import type { Migration } from './migration.ts';

/** Tables that the schedules, the budget, usage, the console and the timeline fill. */
export const metering: Migration = {
  version: 8,
  name: 'metering',
  statements: ({ text, serial, keyed, busy }) => [
    `create table schedule_ticks (
      schedule ${text} not null,
      tick_at bigint not null,
      fired_at bigint not null,
      primary key (schedule, tick_at)
    )${keyed}`,
    `create table request_budgets (
      connection_id ${text} primary key,
      version bigint not null,
      state ${text} not null
    )${busy}`,
    `create table provider_calls (
      id ${serial},
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
    'create index provider_calls_by_request on provider_calls (request_id, at)',
    `create table usage_events (
      request_id ${text} not null,
      meter ${text} not null,
      organization_id ${text} not null,
      environment ${text} not null,
      connection_id ${text} not null,
      quantity bigint not null,
      at bigint not null,
      primary key (request_id, meter)
    )${keyed}`,
    'create index usage_events_age on usage_events (at)',
    `create table usage_days (
      organization_id ${text} not null,
      environment ${text} not null,
      day ${text} not null,
      meter ${text} not null,
      connection_id ${text} not null,
      quantity bigint not null,
      primary key (organization_id, environment, day, meter, connection_id)
    )${keyed}`,
    `create table console_sessions (
      token_digest ${text} primary key,
      member_id ${text} not null references members (id),
      csrf_digest ${text} not null,
      created_at bigint not null,
      seen_at bigint not null,
      expires_at bigint not null
    )${keyed}`,
    'create index console_sessions_by_member on console_sessions (member_id)',
    'create index console_sessions_expiry on console_sessions (expires_at)',
  ],
};
