import type { Migration } from './migration.ts';

const place = '(organization_id, environment, created_at, id';

/** Failures are grouped, and replayed by a filter, without reading what succeeded. */
export const failedOperations: Migration = () => [
  `create index operations_failed on operations ${place}, type)
    where state in ('failed', 'dead_letter') and type <> 'webhook.deliver'`,
  `create index operations_failed_deliveries on operations ${place})
    where state in ('failed', 'dead_letter') and type = 'webhook.deliver'`,
];
