import type { Migration } from './migration.ts';

/** What a key may do and until when, and the changed fields of an act. */
export const keyRights: Migration = ({ text }) => [
  `alter table api_keys add column scopes ${text} not null default '["read","write","automate","admin"]'`,
  `alter table api_keys add column connection_ids ${text} null`,
  'alter table api_keys add column expires_at bigint null',
  `alter table audit_entries add column changes ${text} null`,
];
