import type { Migration } from './migration.ts';

const tables = ['api_keys', 'members', 'console_sessions', 'invitations', 'connect_sessions'];
const live = "('active', 'action_required', 'disconnecting')";

/**
 * What opens something says what a build must know to find it (core/domain/narrowing.ts); a session says how it was proven,
 * and a rolled key which key followed it. Builds from before `hosted_apps` that still run write `hosted` where it is
 * `hosted ledger` since: it becomes so as it is written, that one tenant never has two owners.
 */
export const narrowings: Migration = ({ text, renaming }) => [
  ...tables.map((table) => `alter table ${table} add column needs integer not null default 0`),
  `alter table console_sessions add column proven_by ${text}`,
  `alter table api_keys add column successor_id ${text}`,
  `update connections set app_key = 'hosted ledger' where app_key = 'hosted' and not exists (select 1
      from connections other where other.app_key = 'hosted ledger' and other.status in ${live}
      and other.provider_tenant_id = connections.provider_tenant_id)`,
  `update reconciliations set app_key = 'hosted ledger' where app_key = 'hosted'`,
  ...['connections', 'reconciliations'].flatMap((table) => renaming(table, 'app_key', 'hosted', 'hosted ledger')),
];
