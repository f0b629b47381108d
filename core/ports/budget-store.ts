import type { ConnectionId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';

/** What is stored of one connection's budget. The state is the request-budget adapter's own. */
export interface StoredBudget {
  /** 1 with the first state; 1 more with every later one. */
  readonly version: number;
  readonly state: Json;
}

/**
 * Stores what all processes of a deployment must agree on about the provider budget. Filled by a database, asked by a
 * request-budget adapter, never by use cases. Proven by contract-tests/budget-store.contract.ts.
 */
export interface BudgetStore {
  /** Undefined for a connection that never had a budget. */
  read(connectionId: ConnectionId): Promise<StoredBudget | undefined>;
  /** As `read` for each of at most 200, in one statement; those without a budget are left out. */
  readAll(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, StoredBudget>>;
  /**
   * Stores the next state if the one of `version` (0: none) is still the newest; false when it is not. If several
   * callers replace the same version at once, one succeeds. One statement, because every call waits for it.
   */
  replace(connectionId: ConnectionId, version: number, state: Json): Promise<boolean>;
}
