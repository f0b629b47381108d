import { type Migration, nullable, table } from './migration.ts';

/** What creates resemble each other, and what agents' keys have spent of a day. */
export const agentWrites: Migration = ({ text }) => [
  table(
    'look_alikes',
    {
      connection_id: text,
      subject: text,
      fingerprint: text,
      organization_id: text,
      environment: text,
      type: text,
      currency: nullable(text),
      accounts: nullable(text),
      provider_id: nullable(text),
      operation_id: nullable(text),
      idempotency_key: nullable(text),
      ref: nullable(text),
      item_key: nullable(text),
      actor: nullable(text),
      created_at: 'bigint',
    },
    { key: 'connection_id, subject, fingerprint' },
  ),
  'create index look_alikes_found on look_alikes (connection_id, fingerprint, created_at)',
  'create index look_alikes_age on look_alikes (created_at)',
  table(
    'look_alike_locks',
    { connection_id: text, fingerprint: text, touched_at: 'bigint' },
    { key: 'connection_id, fingerprint' },
  ),
  'create index look_alike_locks_age on look_alike_locks (touched_at)',
  table(
    'agent_spend',
    { lineage_id: text, day: 'bigint', currency: text, amount: text, writes: 'integer' },
    { key: 'lineage_id, day, currency' },
  ),
  'create index agent_spend_age on agent_spend (day)',
  table(
    'agent_reservations',
    {
      owner: text,
      currency: text,
      connection_id: text,
      organization_id: text,
      environment: text,
      lineage_id: text,
      day: 'bigint',
      amount: text,
      writes: 'integer',
      state: text,
    },
    { key: 'owner, currency' },
  ),
  `create index agent_reservations_open on agent_reservations (lineage_id, day) where state = 'open'`,
  'create index agent_reservations_age on agent_reservations (day)',
];
