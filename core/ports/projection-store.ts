import type { ConnectionId } from '../domain/ids.ts';
import type { PaymentProjection } from '../domain/payment-transition.ts';

/** Keeps what was last announced of each invoice. Proven by contract-tests/projection-store.contract.ts. */
export interface ProjectionStore {
  /** Holds the invoice's row, existing or to be, until the transaction ends: comparing and announcing is one at a time. */
  lock(connectionId: ConnectionId, providerInvoiceId: string): Promise<PaymentProjection | undefined>;
  put(projection: PaymentProjection): Promise<void>;
}
