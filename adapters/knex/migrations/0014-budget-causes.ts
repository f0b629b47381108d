import type { Migration } from './migration.ts';

const counts = ['from', 'requests', 'automations', 'bulk', 'notifications', 'syncs', 'reconciliation'];

/** When the first call of a connection's day was taken, and how many were for each cause. */
export const budgetCauses: Migration = () =>
  counts.map((count) => `alter table request_budgets add column day_${count} bigint not null default 0`);
