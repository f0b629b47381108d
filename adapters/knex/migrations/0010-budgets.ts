import type { Migration } from './migration.ts';

/** Columns for the condition of the one statement that changes a budget. Counts of earlier calls are dropped. */
export const budgets: Migration = ({ text, busy }) => [
  'drop table request_budgets',
  `create table request_budgets (
      spender ${text} primary key,
      calls ${text} not null,
      in_flight ${text} not null,
      day bigint not null,
      day_used bigint not null,
      blocked_from bigint not null,
      blocked_until bigint not null
    )${busy}`,
];
