import type { BudgetUse, CallLimits, Cause, ProviderLimits, Refusal } from '../domain/budget.ts';
import type { Connection } from '../domain/connection.ts';
import type { ConnectionId } from '../domain/ids.ts';

export type BudgetDecision =
  | {
      readonly kind: 'granted';
      /**
       * Ends the call; only the first end counts. The provider's counters correct the budget before this process's next
       * call, even if a later end brings them.
       */
      readonly release: (said?: ProviderLimits) => void;
    }
  | ({ readonly kind: 'refused' } & Refusal);

/** A connection, and the app whose budget it shares. */
export type SpendingConnection = Pick<Connection, 'id' | 'provider' | 'providerAppId'>;

/** Limits provider calls to the budgets of connection and app, across all processes. */
export interface RequestBudget {
  /** A granted call must reach the provider within a second. Rejects if the budget cannot be read. */
  acquire(connection: SpendingConnection, cause: Cause, limits: CallLimits): Promise<BudgetDecision>;
  /** At most 200 connections, in their order. For the console. */
  use(connectionIds: readonly ConnectionId[]): Promise<readonly BudgetUse[]>;
}
