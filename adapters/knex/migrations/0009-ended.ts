import type { Migration } from './migration.ts';

const columns = '(organization_id, environment, finished_at, type, state) where finished_at is not null';

/** What ended in an hour; deliveries have their own index, so that neither kind uses up the other's bound. */
export const ended: Migration = () => [
  'drop index operations_finished',
  `create index operations_finished on operations ${columns} and type <> 'webhook.deliver'`,
  `create index operations_finished_deliveries on operations ${columns} and type = 'webhook.deliver'`,
];
