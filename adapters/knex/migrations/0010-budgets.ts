import { type Migration, table } from './migration.ts';

/** Columns for the condition of the one statement that changes a budget. Counts of earlier calls are dropped. */
export const budgets: Migration = ({ text, busy }) => [
  'drop table request_budgets',
  table(
    'request_budgets',
    {
      spender: `${text} primary key`,
      calls: text,
      in_flight: text,
      day: 'bigint',
      day_used: 'bigint',
      blocked_from: 'bigint',
      blocked_until: 'bigint',
    },
    { ending: busy },
  ),
];
