import type { Migration } from './migration.ts';

/**
 * Copies of the provider's records, record leases, and the answers to idempotency keys. Indexes hold the first 100
 * characters of the provider's texts: PostgreSQL refuses an index row of more than 2,704 bytes.
 */
export const records: Migration = ({ text, keyed, busy, busyAndWide, countingRecords, recordPlace, alsoPrimary }) => [
  `create table cached_records (
      connection_id ${text} not null,
      organization_id ${text} not null,
      type ${text} not null,
      provider_id ${text} not null,
      first_seen_at bigint not null,
      status ${text},
      number ${text},
      external_reference ${text},
      contact_id ${text},
      issue_date ${text},
      due_date ${text},
      provider_updated_at bigint,
      fetched_at bigint not null,
      fields_digest ${text} not null,
      native_digest ${text} not null,
      item ${text} not null,
      ending ${text} not null,
      large_native_ending ${text},
      native ${text} not null
    )${busyAndWide}`,
  `create table record_counts (
      organization_id ${text} not null,
      connection_id ${text} not null,
      type ${text} not null,
      slot bigint not null,
      records bigint not null,
      primary key (connection_id, type, slot)
    )${keyed || busy}`,
  ...countingRecords,
  'create index cached_records_list on cached_records (connection_id, type, first_seen_at, provider_id)',
  `create index cached_records_by_status
      on cached_records (connection_id, type, substr(status, 1, 100), ${recordPlace})`,
  `create index cached_records_by_number
      on cached_records (connection_id, type, substr(number, 1, 100), ${recordPlace})
      where substr(number, 1, 100) is not null`,
  `create index cached_records_by_reference
      on cached_records (connection_id, type, substr(external_reference, 1, 100), ${recordPlace})
      where substr(external_reference, 1, 100) is not null`,
  `create index cached_records_by_contact
      on cached_records (connection_id, type, substr(contact_id, 1, 100), ${recordPlace})
      where substr(contact_id, 1, 100) is not null`,
  `create index cached_records_by_update
      on cached_records (connection_id, type, coalesce(provider_updated_at, -9000000000000000), ${recordPlace})`,
  `create index cached_records_by_issue_date on cached_records (connection_id, type, issue_date, ${recordPlace})
      where issue_date is not null`,
  `create index cached_records_by_due_date on cached_records (connection_id, type, due_date, ${recordPlace})
      where due_date is not null`,
  // Made last, because without statistics indexes look alike, and PostgreSQL then takes the one that was made last.
  'create unique index cached_records_key on cached_records (connection_id, type, provider_id)',
  ...alsoPrimary('cached_records', 'cached_records_key'),
  `create table payment_projections (
      connection_id ${text} not null,
      organization_id ${text} not null,
      provider_invoice_id ${text} not null,
      status ${text} not null,
      total ${text} not null,
      amount_paid ${text} not null,
      amount_due ${text} not null,
      amount_credited ${text} not null,
      provider_revision ${text} not null,
      updated_at bigint not null,
      primary key (connection_id, provider_invoice_id)
    )${keyed}`,
  `create table record_leases (
      tenant_id ${text} not null,
      type ${text} not null,
      provider_id ${text} not null,
      owner ${text} not null,
      lease_token ${text} not null,
      expires_at bigint not null,
      primary key (tenant_id, type, provider_id)
    )${keyed || busy}`,
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
      answer ${text},
      claimed_at bigint not null,
      expires_at bigint not null,
      primary key (organization_id, environment, key)
    )${busy}`,
  'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
  `create index idempotency_keys_produced on idempotency_keys (connection_id, resource_type, produced_id)
      where produced_id is not null`,
  `create index idempotency_keys_open on idempotency_keys (connection_id, resource_type, attempt_first_sent_at)
      where attempt_first_sent_at is not null and connection_id is not null`,
  'create index idempotency_keys_by_connection on idempotency_keys (connection_id, key) where connection_id is not null',
];
