import { type Migration, nullable } from './migration.ts';

/**
 * What a server itself says that a tenant is, where the tenant's id depends on how its address was written. It is noted for
 * connections of before at their next log-in; two live ones that were made for one tenant keep theirs, and only the first
 * noted is found by it.
 */
export const providerIdentities: Migration = ({ text }) => [
  `alter table connections add column provider_identity ${nullable(text)}`,
  `create unique index connections_identity on connections (app_key, provider_identity)
      where status in ('active', 'action_required', 'disconnecting') and provider_identity is not null`,
  'create index connections_by_identity on connections (app_key, provider_identity)',
];
