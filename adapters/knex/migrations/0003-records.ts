import type { Migration } from './migration.ts';

export const records: Migration = {
  version: 3,
  name: 'records',
  statements: ({ text, keyed, busy }) => [
    `create table cached_records (
      connection_id ${text} not null,
      type ${text} not null,
      provider_id ${text} not null,
      first_seen_at bigint not null,
      status ${text},
      number ${text},
      external_reference ${text},
      provider_updated_at bigint,
      fetched_at bigint not null,
      fields ${text} not null,
      native ${text} not null,
      primary key (connection_id, type, provider_id)
    )${busy}`,
    'create index cached_records_list on cached_records (connection_id, type, first_seen_at, provider_id)',
    `create index cached_records_by_status
      on cached_records (connection_id, type, status, first_seen_at, provider_id)`,
    `create index cached_records_by_number
      on cached_records (connection_id, type, number, first_seen_at, provider_id) where number is not null`,
    `create index cached_records_by_reference
      on cached_records (connection_id, type, external_reference, first_seen_at, provider_id)
      where external_reference is not null`,
    `create table payment_projections (
      connection_id ${text} not null,
      provider_invoice_id ${text} not null,
      status ${text},
      total ${text},
      amount_paid ${text},
      amount_due ${text},
      amount_credited ${text},
      provider_revision ${text},
      updated_at bigint,
      primary key (connection_id, provider_invoice_id)
    )${keyed}`,
  ],
};
