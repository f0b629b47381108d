import type { Migration } from './migration.ts';

/** As `partyOf` of operation-queue.ts writes it: lane, environment, organization. */
const party = `case
      when type like 'automation.%' then 'a'
      when type = 'notification.process' then 'b'
      when type = 'webhook.deliver' then 'c'
      when type in ('connection.sync', 'connection.reconcile') then 'd'
      else 'e' end
    || case environment when 'test' then 't' else 'l' end || organization_id`;

/**
 * Claims go from organization to organization and, within one, from connection to connection: the queue is read in that
 * order. An operation stands in it from the moment it is due (`ready`), so that what waits for its time costs a claim
 * nothing.
 */
export const fairQueue: Migration = {
  version: 9,
  name: 'fair_queue',
  statements: ({ text }) => [
    `alter table operations add column party ${text} not null default ''`,
    `alter table operations add column member ${text} not null default ''`,
    'alter table operations add column ready smallint not null default 0',
    `update operations set party = ${party}, member = coalesce(connection_id, subject, '')`,
    'drop index operations_due',
    'create index operations_ready on operations (party, member, due_at, id) where ready = 1',
    `create index operations_timers on operations (due_at, id) where ready = 0 and state in ('queued', 'retrying')`,
  ],
};
