import type { Migration } from './migration.ts';

/** What the provider's answer lacked of an item, as JSON. */
export const bulkWarnings: Migration = () => ['alter table bulk_items add column warnings text'];
