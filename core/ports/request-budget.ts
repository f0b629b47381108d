import type { BudgetLimits, BudgetUse, Lane, ProviderLimits } from '../domain/budget.ts';
import type { Refusal } from '../domain/budget-state.ts';
import type { ConnectionId } from '../domain/ids.ts';

export type BudgetDecision =
  /** Call `release` once the provider has answered or the call was abandoned. */
  { readonly kind: 'granted'; readonly release: () => void } | ({ readonly kind: 'refused' } & Refusal);

/** Limits a connection's provider calls to its budget, across all processes. Proven by contract-tests/request-budget.contract.ts. */
export interface RequestBudget {
  /** The call must reach the provider within a second of being granted. Rejects when the budget cannot be read. */
  acquire(connectionId: ConnectionId, lane: Lane, limits: BudgetLimits): Promise<BudgetDecision>;
  /** Corrects the count by what the provider answers, before the next call of this process. */
  observe(connectionId: ConnectionId, limits: ProviderLimits): void;
  /** Of each of at most 200 connections, in their order. For the console. */
  use(connectionIds: readonly ConnectionId[]): Promise<readonly BudgetUse[]>;
}
