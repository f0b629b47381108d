import type { ConnectionId } from '../domain/ids.ts';
import type { PaymentProjection } from '../domain/payment-transition.ts';

/** Stores what was last announced of each invoice. Proven by contract-tests/projection-store.contract.ts. */
export interface ProjectionStore {
  /**
   * Locks the connection's announcements until the transaction ends, so that one transaction at a time compares, changes
   * projections and appends events. Only inside a transaction, after records are stored and before anything is found.
   */
  lock(connectionId: ConnectionId): Promise<void>;
  /** By the invoices' ids, at most 1,000; those that were never announced are absent. */
  find(
    connectionId: ConnectionId,
    providerInvoiceIds: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentProjection>>;
  put(projection: PaymentProjection): Promise<void>;
  /** Stores the projections of invoices that have none; existing ones do not change. */
  seed(projections: readonly PaymentProjection[]): Promise<void>;
}
