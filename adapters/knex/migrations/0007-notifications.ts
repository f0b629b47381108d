import type { Migration } from './migration.ts';

export const notifications: Migration = {
  version: 7,
  name: 'notifications',
  statements: ({ text, serial, keyed }) => [
    `create table inbound_notifications (
      app_key ${text} not null,
      identity ${text} not null,
      received_at bigint not null,
      primary key (app_key, identity)
    )${keyed}`,
    'create index inbound_notifications_age on inbound_notifications (received_at)',
    `create table notification_cursors (
      app_key ${text} primary key,
      last bigint not null,
      moved_at bigint not null
    )${keyed}`,
    `create table notification_gaps (
      id ${serial},
      app_key ${text} not null,
      first bigint not null,
      last bigint not null,
      found_at bigint not null
    )`,
    'create index notification_gaps_list on notification_gaps (app_key, found_at)',
  ],
};
