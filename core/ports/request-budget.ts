import type { BudgetLimits, BudgetUse, Lane, ProviderLimits } from '../domain/budget.ts';
import type { Refusal } from '../domain/budget-state.ts';
import type { ConnectionId } from '../domain/ids.ts';

export type BudgetDecision =
  /** Call `release` once the provider has answered or the call was given up. */
  { readonly kind: 'granted'; readonly release: () => void } | ({ readonly kind: 'refused' } & Refusal);

/** Keeps a connection's provider calls within its budget, over all processes. Proven by contract-tests/request-budget.contract.ts. */
export interface RequestBudget {
  /** The call must reach the provider within a second of being granted. Rejects when the budget cannot be asked. */
  acquire(connectionId: ConnectionId, lane: Lane, limits: BudgetLimits): Promise<BudgetDecision>;
  /** Corrects the count by what the provider says; this process's next call finds it corrected. */
  observe(connectionId: ConnectionId, limits: ProviderLimits): void;
  /** Of each of at most 200 connections, in their order. For people to look at. */
  use(connectionIds: readonly ConnectionId[]): Promise<readonly BudgetUse[]>;
}
