import type { BudgetStore, ConnectionId, Json } from '#core/ports';

/** Connections remembered; those whose budget changed longest ago are forgotten first. */
const connectionsMax = 10_000;

/** Stores budgets in memory: for one process. */
export function createMemoryBudgetStore(): BudgetStore {
  const states = new Map<ConnectionId, Json>();
  return {
    readAll: async (connectionIds) => new Map([...states].filter(([id]) => connectionIds.includes(id))),
    async change(connectionId, work) {
      const { state, answer } = work(states.get(connectionId));
      if (state === undefined) return answer;
      states.delete(connectionId);
      states.set(connectionId, state);
      const [oldest] = states.keys();
      if (states.size > connectionsMax && oldest !== undefined) states.delete(oldest);
      return answer;
    },
  };
}
