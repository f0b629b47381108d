import { type Migration, nullable, table } from './migration.ts';

const queue: Migration = ({ text, busy }) => [
  table(
    'operations',
    {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      type: text,
      state: text,
      connection_id: nullable(text),
      subject: nullable(text),
      input: text,
      result: text,
      error: nullable(text),
      attempts: text,
      replays: text,
      run: 'integer',
      attempt_count: 'integer',
      max_attempts: 'integer',
      lapses: 'integer',
      due_at: nullable('bigint'),
      lease_token: 'bigint',
      lease_expires_at: nullable('bigint'),
      claimed_at: nullable('bigint'),
      cancel_requested_at: nullable('bigint'),
      metadata: text,
      request_id: text,
      traceparent: nullable(text),
      created_at: 'bigint',
      started_at: nullable('bigint'),
      updated_at: 'bigint',
      finished_at: nullable('bigint'),
      coalesce_key: nullable(text),
      lane: `${text} default ''`,
      queue_key: `${text} default ''`,
      group_key: `${text} default ''`,
      turn: 'bigint default 0',
      ready: 'smallint default 0',
    },
    { ending: busy },
  ),
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
];

const stepsAndTicks: Migration = ({ text, serial, keyed }) => [
  table('operation_steps', {
    id: serial,
    operation_id: `${text} references operations (id) on delete cascade`,
    organization_id: text,
    name: text,
    state: text,
    result: text,
    error: nullable(text),
    started_at: 'bigint',
    finished_at: 'bigint',
    connection_id: nullable(text),
    attempt_prepared: nullable(text),
    attempt_first_sent_at: nullable('bigint'),
    resource_type: nullable(text),
    produced_id: nullable(text),
    refusals: 'integer default 0',
  }),
  'create unique index operation_steps_name on operation_steps (operation_id, name)',
  `create index operation_steps_produced on operation_steps (connection_id, resource_type, produced_id)
      where produced_id is not null`,
  `create index operation_steps_open on operation_steps (connection_id, resource_type, attempt_first_sent_at)
      where attempt_first_sent_at is not null`,
  table(
    'schedule_ticks',
    { schedule: text, tick_at: 'bigint', fired_at: 'bigint', progress: nullable(text), held_until: nullable('bigint') },
    { key: 'schedule, tick_at', ending: keyed },
  ),
  'create index schedule_ticks_open on schedule_ticks (held_until) where held_until is not null',
  'create index schedule_ticks_age on schedule_ticks (tick_at)',
];

/**
 * Background work. `ready` is 0 outside the queue, 1 for an operation that may be claimed, 2 while it waits for others
 * of its group, 3 while it runs. `turn` orders a lane (docs/operations.md). Rows that are purged have an index by age.
 */
export const operations: Migration = (words) => [...queue(words), ...stepsAndTicks(words)];
