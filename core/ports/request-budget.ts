import type { BudgetLimits, BudgetUse, Lane, ProviderLimits, Refusal } from '../domain/budget.ts';
import type { Connection } from '../domain/connection.ts';
import type { ConnectionId } from '../domain/ids.ts';

export type BudgetDecision =
  | {
      readonly kind: 'granted';
      /**
       * Ends the call, once; what the provider said corrects the budget before the next call of this process, also where
       * it is heard after the end.
       */
      readonly release: (said?: ProviderLimits) => void;
    }
  | ({ readonly kind: 'refused' } & Refusal);

/** Names a connection, and the app whose budget it shares. */
export type SpendingConnection = Pick<Connection, 'id' | 'providerAppId'>;

/** Limits a connection's provider calls to its budget and its app's, across all processes. Proven by contract-tests/request-budget.contract.ts. */
export interface RequestBudget {
  /** The call must reach the provider within a second of being granted. Rejects when the budget cannot be read. */
  acquire(connection: SpendingConnection, lane: Lane, limits: BudgetLimits): Promise<BudgetDecision>;
  /** Of each of at most 200 connections, in their order. For the console. */
  use(connectionIds: readonly ConnectionId[]): Promise<readonly BudgetUse[]>;
}
