import type { Knex } from 'knex';
import type { BudgetStore, ConnectionId, Json } from '#core/ports';
import { documentOf, documentText } from '../columns.ts';

interface BudgetRow {
  readonly connection_id: ConnectionId;
  readonly version: number;
  readonly state: string;
}

/** One row a connection, replaced by compare and set; never inside a transaction, so that nobody waits for another's. */
export function budgetStore(db: Knex): BudgetStore {
  const table = () => db<BudgetRow>('request_budgets');
  return {
    async read(connectionId) {
      const row = await table().where({ connection_id: connectionId }).first<BudgetRow>('version', 'state');
      return row && { version: row.version, state: documentOf<Json>(row.state) };
    },
    async readAll(connectionIds) {
      if (connectionIds.length === 0) return new Map();
      const rows: BudgetRow[] = await table().whereIn('connection_id', [...connectionIds]);
      return new Map(
        rows.map(({ connection_id, version, state }) => [connection_id, { version, state: documentOf<Json>(state) }]),
      );
    },
    async replace(connectionId, version, state) {
      const next = { version: version + 1, state: documentText(state) };
      if (version > 0) return (await table().where({ connection_id: connectionId, version }).update(next)) === 1;
      const inserted = await table()
        .insert({ connection_id: connectionId, ...next })
        .onConflict('connection_id')
        .ignore()
        .returning('version');
      return inserted.length === 1;
    },
  };
}
