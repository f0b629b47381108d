// Fills the request-budget port: one budget for all processes on one store, or for one process in memory.
export {
  type ClosableRequestBudget,
  createRequestBudget,
  type RequestBudgetOptions,
} from './create-request-budget.ts';
export { createMemoryBudgetStore } from './memory-budget-store.ts';
