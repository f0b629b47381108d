import type { BudgetLimits, BudgetReason, BudgetUse, Lane } from '../domain/budget.ts';
import type { ConnectionId } from '../domain/ids.ts';

/** What the provider's own counters said with its last answer. */
export interface ProviderLimits {
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  /** Set when the provider refused a call for its rate. */
  readonly retryAfterSeconds: number | null;
  /** How long the call took: the counters are at most so old. */
  readonly durationMs: number;
}

export type BudgetDecision =
  /** Call `release` once the provider has answered or the call was given up. */
  | { readonly kind: 'granted'; readonly release: () => void }
  | { readonly kind: 'refused'; readonly reason: BudgetReason; readonly retryAfterSeconds: number };

/** Keeps a connection's provider calls within its budget. Proven by contract-tests/request-budget.contract.ts. */
export interface RequestBudget {
  /** The call must reach the provider within a second of being granted. Rejects when the budget cannot be asked. */
  acquire(connectionId: ConnectionId, lane: Lane, limits: BudgetLimits): Promise<BudgetDecision>;
  /** Corrects the count by what the provider says. */
  observe(connectionId: ConnectionId, limits: ProviderLimits): void;
  /** Of each of at most 200 connections, in their order. For people to look at: some seconds old. */
  use(connectionIds: readonly ConnectionId[]): Promise<readonly BudgetUse[]>;
}
