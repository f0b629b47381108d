// Fills the request-budget port: one budget for all processes on one store.
export { type ClosableRequestBudget, createRequestBudget } from './create-request-budget.ts';
