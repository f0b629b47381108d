import type { Migration } from './migration.ts';

/** A purge for each connection that was disconnected before: its copy is gone, all else is still there. */
export const forgetEarlier = `insert into operations (id, organization_id, environment, type, state, subject, input, result,
    attempts, replays, run, attempt_count, max_attempts, lapses, due_at, lease_token, metadata, request_id, created_at,
    updated_at, party, member, ready)
  select 'op_' || substr(id, 6), organization_id, environment, 'retention.purge', 'queued', id,
    '{"connection_id":"' || id || '"}', 'null', '[]', '[]', 1, 0, 10, 0, updated_at, 0, '{}', 'req_' || substr(id, 6), updated_at,
    updated_at, 'e' || case environment when 'test' then 't' else 'l' end || organization_id, id, 1
  from connections where status = 'disconnected'`;

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
    forgetEarlier,
    'create index idempotency_keys_by_connection on idempotency_keys (connection_id, key) where connection_id is not null',
  ],
};
