import type { Migration } from './migration.ts';

const counts = ['from', 'requests', 'automations', 'bulk', 'notifications', 'syncs', 'reconciliation'];

/** Columns for when a connection's first call of the day was taken, and how many calls of the day each cause made. */
export const budgetCauses: Migration = () =>
  counts.map((count) => `alter table request_budgets add column day_${count} bigint not null default 0`);
