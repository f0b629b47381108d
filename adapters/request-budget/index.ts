// Fills the request-budget port: one budget for all processes on one store, or for one process alone.
export { createLocalRequestBudget } from './local-request-budget.ts';
export {
  createSharedRequestBudget,
  type SharedRequestBudget,
  type SharedRequestBudgetOptions,
} from './shared-request-budget.ts';
