import type { Migration } from './migration.ts';

/**
 * A client ID belongs to one verified app: to the one that was verified first, where there are several by now. The others
 * go on working; what they share at the provider is found by the link. A connect session keeps how it ended, and an
 * address may belong to a member of each organization.
 */
export const appsAndPeople: Migration = {
  version: 23,
  name: 'apps-and-people',
  statements: ({ text }) => [
    `alter table connect_sessions add column result ${text}`,
    `alter table provider_apps add column verified_client_id ${text}`,
    `update provider_apps set verified_client_id = client_id where status = 'verified' and not exists (
      select 1 from provider_apps o where o.client_id = provider_apps.client_id and o.status = 'verified'
        and (o.created_at, o.id) < (provider_apps.created_at, provider_apps.id))`,
    'create unique index provider_apps_client on provider_apps (verified_client_id)',
    `create index connections_by_link on connections (provider_connection_id)
      where status in ('active', 'action_required')`,
    'create unique index members_address on members (email, organization_id)',
    'drop index members_email',
  ],
};
