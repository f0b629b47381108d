import { type Migration, nullable } from './migration.ts';

/** When others were last told that an endpoint is paused, and the keys that end, which are looked at once a day. */
export const pauseTold: Migration = () => [
  `alter table webhook_endpoints add column pause_told_at ${nullable('bigint')}`,
  `create index api_keys_ending on api_keys (expires_at, id) where expires_at is not null`,
];
