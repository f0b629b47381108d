import type { BudgetLimits, BudgetUse, Lane, ProviderLimits, Refusal, Spender } from '../domain/budget.ts';
import type { Connection } from '../domain/connection.ts';
import type { ConnectionId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';

export type BudgetDecision =
  | {
      readonly kind: 'granted';
      /** Call it once the provider has answered or the call was abandoned. */
      readonly release: () => void;
    }
  | ({ readonly kind: 'refused' } & Refusal);

/** Names a connection, and the app whose budget it shares. */
export type SpendingConnection = Pick<Connection, 'id' | 'providerAppId'>;

/** Limits a connection's provider calls to its budget and its app's, across all processes. Proven by contract-tests/request-budget.contract.ts. */
export interface RequestBudget {
  /** The call must reach the provider within a second of being granted. Rejects when the budget cannot be read. */
  acquire(connection: SpendingConnection, lane: Lane, limits: BudgetLimits): Promise<BudgetDecision>;
  /** Corrects the count by what the provider answers, before the next call of this process. */
  observe(connection: SpendingConnection, said: ProviderLimits): void;
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
 * Stores what all processes of a deployment must agree on about the provider budget: one state a connection and one an
 * app, whose form is the request-budget adapter's own. Filled by a database, asked by a request-budget adapter, never by use cases.
 * Proven by contract-tests/budget-store.contract.ts.
 */
export interface BudgetStore {
  /** Of each of at most 200, in one statement; those without a state are left out. */
  readAll(spenders: readonly Spender[]): Promise<ReadonlyMap<Spender, Json>>;
  /**
   * Replaces the newest state (undefined: none) by what `work` makes of it, and returns its answer. Where several change
   * one state at once, each sees what those before it stored. `work` is pure and may run more than once.
   */
  change<A>(spender: Spender, work: (stored: Json | undefined) => BudgetChange<A>): Promise<A>;
}
