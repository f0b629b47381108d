import type { Migration } from './migration.ts';

/** Links that connect a connection again, and the customer's name on the page. */
export const reconnect: Migration = ({ text }) => [
  `alter table connect_sessions add column account_name ${text}`,
  `alter table connect_sessions add column reconnects ${text}`,
];
