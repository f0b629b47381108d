import type { Migration } from './migration.ts';

/**
 * What a key holds of a connection is found by the connection. Keys of operations learn theirs here; keys of requests
 * that changed a record without creating one cannot, and leave with their age.
 */
export const forgottenConnections: Migration = {
  version: 22,
  name: 'forgotten-connections',
  statements: () => [
    `update idempotency_keys set connection_id = (select o.connection_id from operations o
      where o.id = substr(idempotency_keys.key, 5, 29)) where connection_id is null and key like '\nop:%'`,
    'create index idempotency_keys_by_connection on idempotency_keys (connection_id, key) where connection_id is not null',
  ],
};
