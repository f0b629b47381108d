import type { Migration } from './migration.ts';

export const operations: Migration = {
  version: 5,
  name: 'operations',
  statements: ({ text, serial, busy }) => [
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
      created_at bigint not null,
      started_at bigint,
      updated_at bigint not null,
      finished_at bigint
    )${busy}`,
    `create index operations_due on operations (due_at, id) where state in ('queued', 'retrying')`,
    `create index operations_leased on operations (lease_expires_at, id) where state = 'running'`,
    `create index operations_unfinished on operations (connection_id, id)
      where state in ('queued', 'running', 'retrying')`,
    'create index operations_list on operations (organization_id, environment, created_at, id)',
    'create index operations_by_type_state on operations (organization_id, environment, type, state, created_at, id)',
    `create index operations_by_connection on operations (connection_id, created_at, id, type, state)
      where connection_id is not null`,
    `create index operations_by_subject on operations (type, subject, state, created_at, id)
      where subject is not null`,
    `create table operation_steps (
      id ${serial},
      operation_id ${text} not null references operations (id) on delete cascade,
      name ${text} not null,
      state ${text} not null,
      result ${text} not null,
      error ${text},
      started_at bigint not null,
      finished_at bigint not null
    )`,
    'create unique index operation_steps_name on operation_steps (operation_id, name)',
  ],
};
