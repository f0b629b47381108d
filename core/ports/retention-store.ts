import type { PurgeCut, PurgedBatch, PurgeTarget } from '../domain/retention.ts';

/** Removes what has been kept long enough. Proven by contract-tests/retention-store.contract.ts. */
export interface RetentionStore {
  /**
   * Removes one batch, the oldest first. Never what is unfinished or what unfinished work still needs; what another
   * transaction holds is passed over, so nobody waits for a purge and no purge waits.
   */
  purge(target: PurgeTarget, cut: PurgeCut): Promise<PurgedBatch>;
}
