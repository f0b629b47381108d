import type { ConnectionId } from '../domain/ids.ts';
import type { ForgetCut, ForgottenPart, PurgeCut, PurgedBatch, PurgeTarget } from '../domain/retention.ts';

/** Removes what has been kept long enough. Proven by contract-tests/retention-store.contract.ts. */
export interface RetentionStore {
  /**
   * Removes one batch, the oldest first. Never what is unfinished or what unfinished work still needs; what another
   * transaction holds is passed over, so nobody waits for a purge and no purge waits.
   */
  purge(target: PurgeTarget, cut: PurgeCut): Promise<PurgedBatch>;
  /**
   * Removes one batch of one part of what is kept of a connection. Passes over what a request or a worker still holds:
   * keys under a lease and unfinished operations.
   */
  forget(part: ForgottenPart, connectionId: ConnectionId, cut: ForgetCut): Promise<PurgedBatch>;
  /**
   * Takes what was removed out of the database's files, where the database lets its clients do so. `busy`: others are
   * reading, ask again. `too_large`: the removed rows are overwritten, but copies that the database itself made while
   * it moved rows about may be left.
   */
  scrub(): Promise<'done' | 'busy' | 'too_large'>;
}
