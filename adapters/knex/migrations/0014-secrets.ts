import type { Migration } from './migration.ts';

/** Which keys the stored values need, and which values a key sealed, without reading all of them. */
export const secrets: Migration = {
  version: 14,
  name: 'secrets',
  statements: ({ sealingKeyOf }) =>
    [
      ['provider_apps_client_secret_key', 'provider_apps', 'sealed_client_secret', 'id'],
      ['provider_apps_webhook_key_key', 'provider_apps', 'sealed_webhook_key', 'id'],
      ['credentials_access_token_key', 'credentials', 'sealed_access_token', 'connection_id'],
      ['credentials_refresh_token_key', 'credentials', 'sealed_refresh_token', 'connection_id'],
      ['credentials_previous_token_key', 'credentials', 'sealed_previous_refresh_token', 'connection_id'],
      ['webhook_endpoints_secret_key', 'webhook_endpoints', 'sealed_secret', 'id'],
      ['webhook_endpoints_previous_key', 'webhook_endpoints', 'sealed_previous_secret', 'id'],
    ].map(
      ([index, table, column, key]) => `create index ${index} on ${table} ((${sealingKeyOf(String(column))}), ${key})`,
    ),
};
