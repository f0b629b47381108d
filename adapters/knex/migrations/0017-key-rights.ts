import type { Migration } from './migration.ts';

/** Stores a key's rights and end, and the fields that an audited act changed. */
export const keyRights: Migration = ({ text }) => [
  `alter table api_keys add column scopes ${text} not null default '["read","write","automate","admin"]'`,
  `alter table api_keys add column connection_ids ${text} null`,
  'alter table api_keys add column expires_at bigint null',
  `alter table audit_entries add column changes ${text} null`,
];
