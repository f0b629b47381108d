import type { Knex } from 'knex';
import type { BudgetStore, ConnectionId, Json } from '#core/ports';
import { documentOf, documentText } from '../columns.ts';

interface BudgetRow {
  readonly connection_id: ConnectionId;
  readonly version: number;
  readonly state: string;
}

/** Each lost try is another caller's change: far more than callers meet at one connection. */
const triesMax = 200;

/** One row a connection, replaced by compare and set; never inside a transaction, so that nobody waits for another's. */
export function budgetStore(db: Knex): BudgetStore {
  const table = () => db<BudgetRow>('request_budgets');
  /** False when the row of `before` is no longer the newest. */
  const replace = async (connectionId: ConnectionId, before: BudgetRow | undefined, state: Json): Promise<boolean> => {
    const row = { connection_id: connectionId, version: (before?.version ?? 0) + 1, state: documentText(state) };
    if (!before) {
      return (await table().insert(row).onConflict('connection_id').ignore().returning('version')).length === 1;
    }
    return (await table().where({ connection_id: connectionId, version: before.version }).update(row)) === 1;
  };
  return {
    async readAll(connectionIds) {
      if (connectionIds.length === 0) return new Map();
      const rows: BudgetRow[] = await table().whereIn('connection_id', [...connectionIds]);
      return new Map(rows.map(({ connection_id, state }) => [connection_id, documentOf<Json>(state)]));
    },
    async change(connectionId, work) {
      for (let tries = 0; tries < triesMax; tries++) {
        const before = await table().where({ connection_id: connectionId }).first<BudgetRow>();
        const { state, answer } = work(before && documentOf<Json>(before.state));
        if (state === undefined || (await replace(connectionId, before, state))) return answer;
      }
      throw new Error('the budget of a connection was changed by others at each try');
    },
  };
}
