import type { Migration } from './migration.ts';

/** Names an operation's stage by a word (adapters/knex/queue/admit.ts). One without a group becomes a group of its own. */
export const stages: Migration = ({ text }) => [
  ...['timers', 'held', 'ready', 'queue_keys', 'admitted', 'waiting'].map((name) => `drop index operations_${name}`),
  `alter table operations add column stage ${text} not null default 'ended'`,
  `update operations set group_key = case group_key when '' then id else group_key end, stage = case
    when ready = 1 then 'ready' when ready = 2 then 'waiting' when ready = 3 then 'running'
    when state not in ('queued', 'retrying') then 'ended' when due_at is null then 'held' else 'timer' end`,
  'alter table operations drop column ready',
  `create index operations_timers on operations (due_at, id) where stage = 'timer'`,
  `create index operations_held on operations (subject, created_at, id) where stage = 'held'`,
  `create index operations_ready on operations (lane, turn, id, due_at) where stage = 'ready'`,
  `create index operations_queue_keys on operations (queue_key, lane, turn) where stage = 'ready'`,
  `create index operations_admitted on operations (group_key, lane) where stage in ('ready', 'running')`,
  `create index operations_waiting on operations (lane, group_key, due_at, id) where stage = 'waiting'`,
];
