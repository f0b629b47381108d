import type { Migration } from './migration.ts';

export const reconnect: Migration = ({ text }) => [
  `alter table connect_sessions add column account_name ${text}`,
  `alter table connect_sessions add column reconnects ${text}`,
];
