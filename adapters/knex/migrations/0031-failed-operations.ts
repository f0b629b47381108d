import type { Migration } from './migration.ts';

const failed = `(organization_id, environment, created_at, id) where state in ('failed', 'dead_letter')`;

/**
 * Failures are grouped, and replayed by a filter, without reading what succeeded. SQLite would take the index of all but
 * deliveries for a condition with its words.
 */
export const failedOperations: Migration = () => [
  `create index operations_failed on operations ${failed} and not type = 'webhook.deliver'`,
  `create index operations_failed_deliveries on operations ${failed} and type = 'webhook.deliver'`,
];
