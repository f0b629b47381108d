import type { ConnectionId } from '../domain/ids.ts';
import type { PaymentProjection } from '../domain/payment-transition.ts';

/** Stores what was last announced of each invoice. Proven by contract-tests/projection-store.contract.ts. */
export interface ProjectionStore {
  /** Locks the invoice's row until the transaction ends, and creates it if needed, so that one caller at a time announces. */
  lock(connectionId: ConnectionId, providerInvoiceId: string): Promise<PaymentProjection | undefined>;
  /** As `lock`, for several invoices, locked in a fixed order; those that were never announced are absent. */
  lockAll(
    connectionId: ConnectionId,
    providerInvoiceIds: readonly string[],
  ): Promise<ReadonlyMap<string, PaymentProjection>>;
  put(projection: PaymentProjection): Promise<void>;
  /** The last announced revisions of these invoices, by their ids; nothing is locked. */
  revisions(connectionId: ConnectionId, providerInvoiceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stores the projections of invoices that have none; existing ones do not change. */
  seed(projections: readonly PaymentProjection[]): Promise<void>;
}
