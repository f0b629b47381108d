import { type Migration, nullable, table } from './migration.ts';

/**
 * Stores the texts that lists and the console's search look for; the database keeps them beside `cached_records`
 * (`searchRecords`).
 */
export const recordSearch: Migration = ({ text, serial, busy, searchRecords }) => [
  // Null in the rows of earlier builds, until `RecordStore.indexMissing` has read them.
  `alter table cached_records add column search_text ${nullable(text)}`,
  `alter table cached_records add column search_terms ${nullable(text)}`,
  'create index cached_records_unsearched on cached_records (connection_id) where search_text is null',
  table(
    'record_search',
    {
      id: serial,
      organization_id: text,
      connection_id: text,
      type: text,
      provider_id: text,
      first_seen_at: 'bigint',
      text,
      terms: text,
    },
    { ending: busy },
  ),
  'create index record_search_list on record_search (connection_id, type, first_seen_at, provider_id)',
  'create unique index record_search_key on record_search (connection_id, type, provider_id)',
  ...searchRecords,
];
