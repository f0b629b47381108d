import type { Migration } from './migration.ts';

/** Every endpoint has its health from the beginning; before, the first attempt made it. */
export const endpointHealth: Migration = () => [
  `insert into endpoint_health (endpoint_id, organization_id, environment, consecutive_failures)
    select id, organization_id, environment, 0 from webhook_endpoints where true
    on conflict (endpoint_id) do nothing`,
];
