import type { Migration } from './migration.ts';

/**
 * Background work. `ready` is 0 outside the queue, 1 for an operation that may be claimed, 2 while it waits for others
 * of its group, 3 while it runs. `turn` orders a lane (docs/operations.md). Rows that are purged have an index by age.
 */
export const operations: Migration = ({ text, serial, keyed, busy }) => [
  `create table operations (
      id ${text} primary key,
      organization_id ${text} not null,
      environment ${text} not null,
      type ${text} not null,
      state ${text} not null,
      connection_id ${text},
      subject ${text},
      input ${text} not null,
      result ${text} not null,
      error ${text},
      attempts ${text} not null,
      replays ${text} not null,
      run integer not null,
      attempt_count integer not null,
      max_attempts integer not null,
      lapses integer not null,
      due_at bigint,
      lease_token bigint not null,
      lease_expires_at bigint,
      claimed_at bigint,
      cancel_requested_at bigint,
      metadata ${text} not null,
      request_id ${text} not null,
      traceparent ${text},
      created_at bigint not null,
      started_at bigint,
      updated_at bigint not null,
      finished_at bigint,
      coalesce_key ${text},
      lane ${text} not null default '',
      queue_key ${text} not null default '',
      group_key ${text} not null default '',
      turn bigint not null default 0,
      ready smallint not null default 0
    )${busy}`,
  `create index operations_leased on operations (lease_expires_at, id) where state = 'running'`,
  `create index operations_unfinished on operations (connection_id, id)
      where state in ('queued', 'running', 'retrying')`,
  'create index operations_list on operations (organization_id, environment, created_at, id)',
  'create index operations_by_type_state on operations (organization_id, environment, type, state, created_at, id)',
  `create index operations_by_connection on operations (connection_id, created_at, id, type, state)
      where connection_id is not null`,
  `create index operations_by_subject on operations (type, subject, state, created_at, id)
      where subject is not null`,
  `create index operations_timers on operations (due_at, id) where ready = 0 and state in ('queued', 'retrying')`,
  `create index operations_ended on operations (finished_at)
      where finished_at is not null and type <> 'webhook.deliver'`,
  `create index operations_delivered on operations (finished_at)
      where finished_at is not null and type = 'webhook.deliver'`,
  `create unique index operations_coalesced on operations (coalesce_key)
      where state = 'queued' and run = 1 and coalesce_key is not null`,
  `create index operations_finished on operations (organization_id, environment, finished_at, type, state)
      where finished_at is not null`,
  `create unique index operations_once_a_target on operations (connection_id, type, subject)
      where state in ('queued', 'running', 'retrying') and subject is not null
      and type in ('automation.quote.convert_to_invoice', 'automation.invoice.void_and_reissue')`,
  `create index operations_held on operations (subject, created_at, id)
      where state = 'retrying' and due_at is null`,
  'create index operations_ready on operations (lane, turn, id, due_at) where ready = 1',
  'create index operations_queue_keys on operations (queue_key, lane, turn) where ready = 1',
  'create index operations_admitted on operations (group_key, lane) where ready in (1, 3)',
  'create index operations_waiting on operations (lane, group_key, due_at, id) where ready = 2',
  `create table operation_steps (
      id ${serial},
      operation_id ${text} not null references operations (id) on delete cascade,
      organization_id ${text} not null,
      name ${text} not null,
      state ${text} not null,
      result ${text} not null,
      error ${text},
      started_at bigint not null,
      finished_at bigint not null,
      connection_id ${text},
      attempt_prepared ${text},
      attempt_first_sent_at bigint,
      resource_type ${text},
      produced_id ${text},
      refusals integer not null default 0
    )`,
  'create unique index operation_steps_name on operation_steps (operation_id, name)',
  `create index operation_steps_produced on operation_steps (connection_id, resource_type, produced_id)
      where produced_id is not null`,
  `create index operation_steps_open on operation_steps (connection_id, resource_type, attempt_first_sent_at)
      where attempt_first_sent_at is not null`,
  `create table schedule_ticks (
      schedule ${text} not null,
      tick_at bigint not null,
      fired_at bigint not null,
      progress ${text},
      held_until bigint,
      primary key (schedule, tick_at)
    )${keyed}`,
  'create index schedule_ticks_open on schedule_ticks (held_until) where held_until is not null',
  'create index schedule_ticks_age on schedule_ticks (tick_at)',
];
