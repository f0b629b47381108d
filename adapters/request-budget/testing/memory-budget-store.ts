import type { BudgetStore, Json, Spender } from '#core/ports';

/** Connections remembered; those whose budget changed longest ago are forgotten first. */
const connectionsMax = 10_000;

/** Stores budgets in memory: for one process. */
export function createMemoryBudgetStore(): BudgetStore {
  const states = new Map<Spender, Json>();
  return {
    readAll: async (spenders) => new Map([...states].filter(([id]) => spenders.includes(id))),
    async change(spender, work) {
      const { state, answer } = work(states.get(spender));
      if (state === undefined) return answer;
      states.delete(spender);
      states.set(spender, state);
      const [oldest] = states.keys();
      if (states.size > connectionsMax && oldest !== undefined) states.delete(oldest);
      return answer;
    },
  };
}
