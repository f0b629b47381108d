import type { Migration } from './migration.ts';

/**
 * The health of a connection is read from the journal of calls: when one last went well, however many failed since. A
 * host is ready only while the database takes writes; what it writes to see that is removed at once.
 */
export const connectionHealth: Migration = {
  version: 18,
  name: 'connection-health',
  statements: ({ text }) => [
    'alter table connections add column scope_refused_at bigint',
    `create index provider_calls_good on provider_calls (connection_id, at)
      where status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'`,
    `create table write_probes (content ${text} not null)`,
  ],
};
