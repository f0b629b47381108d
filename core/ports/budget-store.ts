import type { ConnectionId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';

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
