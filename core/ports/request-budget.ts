import type { BudgetLimits, BudgetUse, Lane, ProviderLimits, Refusal } from '../domain/budget.ts';
import type { ConnectionId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';

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

/** What becomes of a stored state, and what the caller wants to know. */
export interface BudgetChange<A> {
  /** Undefined when the state stays as it is. */
  readonly state: Json | undefined;
  readonly answer: A;
}

/**
 * Stores what all processes of a deployment must agree on about the provider budget: one state a connection, whose form
 * is the request-budget adapter's own. Filled by a database, asked by a request-budget adapter, never by use cases.
 * Proven by contract-tests/budget-store.contract.ts.
 */
export interface BudgetStore {
  /** Of each of at most 200, in one statement; those without a state are left out. */
  readAll(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, Json>>;
  /**
   * Replaces the newest state (undefined: none) by what `work` makes of it, and returns its answer. Where several change
   * one connection's state at once, each sees what those before it stored. `work` is pure and may run more than once.
   */
  change<A>(connectionId: ConnectionId, work: (stored: Json | undefined) => BudgetChange<A>): Promise<A>;
}
