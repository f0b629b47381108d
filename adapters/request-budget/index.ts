// Fills the request-budget port inside one process.
export { createLocalRequestBudget, type LocalRequestBudgetOptions } from './local-request-budget.ts';
