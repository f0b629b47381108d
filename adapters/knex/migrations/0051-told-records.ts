import { type Migration, nullable } from './migration.ts';

/** The families that the build before walked. */
const families =
  'organizations contacts invoices credit_notes quotes payments purchase_orders accounts tax_rates branding_themes';

/**
 * What was last told of a record stands beside its copy. Copies from before are the state with which their next change is
 * compared; null is left to those that a build of before still inserts, of which nobody was told. A connection that was
 * synced once has had its first sync.
 */
export const toldRecords: Migration = ({ text, withoutDefault }) => [
  `alter table cached_records add column told ${nullable(text)} default ''`,
  ...withoutDefault('cached_records', 'told'),
  `alter table sync_starts add column activated_at ${nullable('bigint')}`,
  `alter table sync_starts add column walked ${nullable(text)}`,
  `update sync_starts set walked = '${families}' where exists (select 1 from connections c
      where c.id = sync_starts.connection_id and c.last_synced_at is not null)`,
];
