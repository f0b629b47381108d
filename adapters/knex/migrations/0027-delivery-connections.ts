import { type Migration, nullable } from './migration.ts';

/** Names each delivery's connection, because a list by customer must not read all events of the customer. */
export const deliveryConnections: Migration = ({ text }) => [
  `alter table deliveries add column connection_id ${nullable(text)}`,
  `update deliveries set connection_id = (select connection_id from events where events.id = deliveries.event_id)`,
  `create index deliveries_by_connection on deliveries (connection_id, created_at, operation_id)
    where connection_id is not null`,
  `create index operations_but_deliveries on operations (organization_id, environment, created_at, id)
    where type <> 'webhook.deliver'`,
];
