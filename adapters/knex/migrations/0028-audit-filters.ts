import type { Migration } from './migration.ts';

/** Finds the acts of one actor, and those of one kind. */
export const auditFilters: Migration = () => [
  'create index audit_entries_actor on audit_entries (organization_id, actor, at, id)',
  'create index audit_entries_action on audit_entries (organization_id, action, at, id)',
  'create index audit_entries_actor_action on audit_entries (organization_id, actor, action, at, id)',
];
