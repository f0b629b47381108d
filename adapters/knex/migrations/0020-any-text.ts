import type { Migration } from './migration.ts';

/**
 * Indexes over the provider's texts hold their beginning: PostgreSQL refuses an index row of more than 2,704 bytes, and
 * the provider takes references of 4,000 characters.
 */
export const anyText: Migration = {
  version: 20,
  name: 'any-text',
  statements: ({ text }) => [
    ...['status', 'number', 'reference'].map((name) => `drop index cached_records_by_${name}`),
    `create index cached_records_by_status
      on cached_records (connection_id, type, substr(status, 1, 100), first_seen_at, provider_id)`,
    `create index cached_records_by_number
      on cached_records (connection_id, type, substr(number, 1, 100), first_seen_at, provider_id)
      where number is not null`,
    `create index cached_records_by_reference
      on cached_records (connection_id, type, substr(external_reference, 1, 100), first_seen_at, provider_id)
      where external_reference is not null`,
    `alter table connections add column sync_warnings ${text} not null default '[]'`,
  ],
};
