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
      answer ${text},
      claimed_at bigint not null,
      expires_at bigint not null,
      primary key (organization_id, environment, key)
    )${busy}`,
    'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
  ],
};
