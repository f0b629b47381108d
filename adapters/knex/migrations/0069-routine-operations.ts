import type { Migration } from './migration.ts';

/** What people look for among operations: reconciliations that succeed are most of them, and say nothing. */
export const routineOperations: Migration = () => [
  `create index operations_but_routine on operations (organization_id, environment, created_at, id)
    where type <> 'webhook.deliver' and not (type in ('connection.reconcile', 'connection.follow') and state = 'succeeded')`,
];
