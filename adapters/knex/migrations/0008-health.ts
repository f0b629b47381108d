import type { Migration } from './migration.ts';

export const health: Migration = ({ text }) => [
  `alter table connections add column health ${text} not null default 'ok'`,
  'alter table connections add column sync_failures integer not null default 0',
  `update connections set health = 'failing' where status = 'action_required'`,
  'create index connections_by_health on connections (organization_id, environment, health, created_at, id)',
];
