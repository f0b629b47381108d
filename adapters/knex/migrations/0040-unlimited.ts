import type { Migration } from './migration.ts';

/**
 * A paid organization has no limit of connections unless it was given one. Until now each had the plan's 100, which
 * nobody could change; the largest integer stands for none (`access-stores.ts`).
 */
export const unlimited: Migration = () => [
  "update organizations set connection_limit = 2147483647 where plan = 'paid' and connection_limit = 100",
];
