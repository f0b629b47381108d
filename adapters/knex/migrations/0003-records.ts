import { type Migration, nullable, table } from './migration.ts';

const copies: Migration = ({ text, keyed, busy, busyAndWide, countingRecords, recordPlace, alsoPrimary }) => [
  table(
    'cached_records',
    {
      connection_id: text,
      organization_id: text,
      type: text,
      provider_id: text,
      first_seen_at: 'bigint',
      status: nullable(text),
      number: nullable(text),
      external_reference: nullable(text),
      contact_id: nullable(text),
      issue_date: nullable(text),
      due_date: nullable(text),
      provider_updated_at: nullable('bigint'),
      fetched_at: 'bigint',
      fields_digest: text,
      native_digest: text,
      item: text,
      ending: text,
      large_native_ending: nullable(text),
      native: text,
    },
    { ending: busyAndWide },
  ),
  table(
    'record_counts',
    { organization_id: text, connection_id: text, type: text, slot: 'bigint', records: 'bigint' },
    { key: 'connection_id, type, slot', ending: keyed || busy },
  ),
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
];

const writes: Migration = ({ text, keyed, busy }) => [
  table(
    'payment_projections',
    {
      connection_id: text,
      organization_id: text,
      provider_invoice_id: text,
      status: text,
      total: text,
      amount_paid: text,
      amount_due: text,
      amount_credited: text,
      provider_revision: text,
      updated_at: 'bigint',
    },
    { key: 'connection_id, provider_invoice_id', ending: keyed },
  ),
  table(
    'record_leases',
    { tenant_id: text, type: text, provider_id: text, owner: text, lease_token: text, expires_at: 'bigint' },
    { key: 'tenant_id, type, provider_id', ending: keyed || busy },
  ),
  table(
    'idempotency_keys',
    {
      organization_id: text,
      environment: text,
      key: text,
      fingerprint: text,
      lease_token: nullable(text),
      lease_until: 'bigint',
      attempt_prepared: nullable(text),
      attempt_first_sent_at: nullable('bigint'),
      connection_id: nullable(text),
      resource_type: nullable(text),
      produced_id: nullable(text),
      answer: nullable(text),
      claimed_at: 'bigint',
      expires_at: 'bigint',
    },
    { key: 'organization_id, environment, key', ending: busy },
  ),
  'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
  `create index idempotency_keys_produced on idempotency_keys (connection_id, resource_type, produced_id)
      where produced_id is not null`,
  `create index idempotency_keys_open on idempotency_keys (connection_id, resource_type, attempt_first_sent_at)
      where attempt_first_sent_at is not null and connection_id is not null`,
  'create index idempotency_keys_by_connection on idempotency_keys (connection_id, key) where connection_id is not null',
];

/**
 * Copies of the provider's records, record leases, and the answers to idempotency keys. Indexes hold the first 100
 * characters of the provider's texts: PostgreSQL refuses an index row of more than 2,704 bytes.
 */
export const records: Migration = (words) => [...copies(words), ...writes(words)];
