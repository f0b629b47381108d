import type { Migration } from './migration.ts';

/** Why an endpoint fails stands with its health. */
export const endpointFailure: Migration = {
  version: 19,
  name: 'endpoint-failure',
  statements: ({ text }) => [
    'alter table endpoint_health add column last_failure_at bigint',
    `alter table endpoint_health add column last_error ${text}`,
  ],
};
