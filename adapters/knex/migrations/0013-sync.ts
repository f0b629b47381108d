import type { Migration } from './migration.ts';

export const sync: Migration = {
  version: 13,
  name: 'sync',
  statements: ({ text, keyed }) => [
    `create table sync_cursors (
      connection_id ${text} not null,
      type ${text} not null,
      high_water bigint not null,
      read_from bigint not null,
      raised_at bigint not null,
      primary key (connection_id, type)
    )${keyed}`,
    `create table sync_starts (
      connection_id ${text} primary key,
      announce_from bigint not null
    )${keyed}`,
    // A replay puts an operation back to queued with the next run: it goes on where it was and stands for nothing else.
    `alter table operations add column coalesce_key ${text}`,
    `create unique index operations_coalesced on operations (coalesce_key)
      where state = 'queued' and run = 1 and coalesce_key is not null`,
  ],
};
