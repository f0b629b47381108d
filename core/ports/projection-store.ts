import type { ConnectionId } from '../domain/ids.ts';
import type { PaymentProjection } from '../domain/payment-transition.ts';

/** Keeps what was last announced of each invoice. Proven by contract-tests/projection-store.contract.ts. */
export interface ProjectionStore {
  /** Holds the invoice's row, existing or to be, until the transaction ends: comparing and announcing is one at a time. */
  lock(connectionId: ConnectionId, providerInvoiceId: string): Promise<PaymentProjection | undefined>;
  /** As `lock`, for several invoices, held in one order; those that were never announced are absent. */
  lockAll(
    connectionId: ConnectionId,
    providerInvoiceIds: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentProjection>>;
  put(projection: PaymentProjection): Promise<void>;
  /** The revisions that were last announced of these invoices, by their ids; nothing is held. */
  revisions(connectionId: ConnectionId, providerInvoiceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Keeps the projections of invoices that have none; those that have one keep theirs. */
  seed(projections: readonly PaymentProjection[]): Promise<void>;
}
