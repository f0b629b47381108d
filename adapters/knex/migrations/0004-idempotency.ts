import type { Migration } from './migration.ts';

export const idempotency: Migration = {
  version: 4,
  name: 'idempotency',
  statements: ({ text, busy }) => [
    `create table idempotency_keys (
      organization_id ${text} not null,
      environment ${text} not null,
      key ${text} not null,
      fingerprint ${text} not null,
      lease_token ${text},
      lease_until bigint not null,
      attempt_prepared ${text},
      attempt_first_sent_at bigint,
      connection_id ${text},
      resource_type ${text},
      produced_id ${text},
      is_adopted boolean not null,
      answer ${text},
      claimed_at bigint not null,
      expires_at bigint not null,
      primary key (organization_id, environment, key)
    )${busy}`,
    'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
    `create index idempotency_keys_produced on idempotency_keys (connection_id, resource_type, produced_id)
      where produced_id is not null`,
    `create unique index idempotency_keys_adopted on idempotency_keys (connection_id, resource_type, produced_id)
      where is_adopted`,
    `create index idempotency_keys_open on idempotency_keys (connection_id, resource_type, attempt_first_sent_at)
      where attempt_first_sent_at is not null and connection_id is not null`,
  ],
};
