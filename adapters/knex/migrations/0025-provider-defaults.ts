import type { Migration } from './migration.ts';

/** Each provider has a default app of its own. */
export const providerDefaults: Migration = () => [
  'drop index provider_apps_default',
  'create unique index provider_apps_default on provider_apps (organization_id, environment, provider) where is_default',
];
