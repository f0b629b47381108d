import type { BudgetStore, ConnectionId, StoredBudget } from '#core/ports';

/** Connections remembered; those whose budget changed longest ago are forgotten first. */
const connectionsMax = 10_000;

/** Stores budgets in memory: for one process. */
export function createMemoryBudgetStore(): BudgetStore {
  const rows = new Map<ConnectionId, StoredBudget>();
  return {
    read: async (connectionId) => rows.get(connectionId),
    async readAll(connectionIds) {
      const known = new Map<ConnectionId, StoredBudget>();
      for (const id of connectionIds) {
        const row = rows.get(id);
        if (row) known.set(id, row);
      }
      return known;
    },
    async replace(connectionId, version, state) {
      if ((rows.get(connectionId)?.version ?? 0) !== version) return false;
      rows.delete(connectionId);
      rows.set(connectionId, { version: version + 1, state });
      const [oldest] = rows.keys();
      if (rows.size > connectionsMax && oldest !== undefined) rows.delete(oldest);
      return true;
    },
  };
}
