import type { Migration } from './migration.ts';

/** Of many requests that were refused alike, the log has some, and one that says for how many others it stands. */
export const repeats: Migration = () => ['alter table request_log add column repeats integer not null default 0'];
