import type { Migration } from './migration.ts';

/** The health of a connection is read from the journal of calls: when one last went well, however many failed since. */
export const connectionHealth: Migration = {
  version: 23,
  name: 'connection-health',
  statements: () => [
    'alter table connections add column scope_refused_at bigint',
    `create index provider_calls_good on provider_calls (connection_id, at)
      where status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'`,
  ],
};
