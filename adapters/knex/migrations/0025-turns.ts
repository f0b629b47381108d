import type { Migration } from './migration.ts';

const lane = `case
      when type like 'automation.%' then 'automation'
      when type = 'notification.process' then 'notification'
      when type = 'webhook.deliver' then 'delivery'
      when type in ('connection.sync', 'connection.reconcile') then 'sync'
      else 'maintenance' end`;

/**
 * Whose turn it is, is decided when an operation enters the queue. `ready` says where it is: 0 not in the queue, 1 may be
 * claimed, 2 waits for others of its group, 3 runs. What waits enters the queue anew. `party` and `member` are written by
 * processes of the release before; their rows get keys when they enter (operation-queue.ts).
 */
export const turns: Migration = {
  version: 25,
  name: 'turns',
  statements: ({ text }) => [
    `alter table operations add column lane ${text} not null default ''`,
    `alter table operations add column queue_key ${text} not null default ''`,
    `alter table operations add column group_key ${text} not null default ''`,
    'alter table operations add column turn bigint not null default 0',
    'drop index operations_ready',
    `update operations set lane = ${lane}, queue_key = environment || ' ' || organization_id,
      group_key = coalesce(connection_id, subject, ''), ready = case state when 'running' then 3 else 0 end
      where state in ('queued', 'running', 'retrying')`,
    'create index operations_ready on operations (lane, turn, id) where ready = 1',
    'create index operations_queue_keys on operations (lane, queue_key, turn) where ready = 1',
    'create index operations_admitted on operations (lane, group_key) where ready in (1, 3)',
    'create index operations_waiting on operations (lane, group_key, due_at, id) where ready = 2',
  ],
};
