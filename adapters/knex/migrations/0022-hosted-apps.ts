import type { Migration } from './migration.ts';

/** Each provider has a hosted app of its own. Until here there was one provider. */
export const hostedApps: Migration = () => {
  const renamed = (table: string, column: string) =>
    `update ${table} set ${column} = 'hosted ledger' where ${column} = 'hosted'`;
  return [
    ...['connections', 'reconciliations', 'inbound_notifications', 'notification_cursors', 'notification_gaps'].map(
      (table) => renamed(table, 'app_key'),
    ),
    renamed('request_budgets', 'spender'),
  ];
};
