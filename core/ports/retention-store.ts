import type { ConnectionId } from '../domain/ids.ts';
import type {
  ForgetCut,
  ForgottenBatch,
  ForgottenPart,
  PurgeCut,
  PurgedBatch,
  PurgeTarget,
} from '../domain/retention.ts';

/** Removes what was stored for long enough. Proven by contract-tests/retention-store.contract.ts. */
export interface RetentionStore {
  /**
   * Removes one batch, the oldest first, but nothing that is unfinished or that unfinished work needs. Skips locked rows,
   * so a purge neither waits nor makes others wait.
   */
  purge(target: PurgeTarget, cut: PurgeCut): Promise<PurgedBatch>;
  /**
   * Removes one batch of one part of a connection's data. Skips what a request or a worker still uses: keys under a
   * lease and unfinished operations.
   */
  forget(part: ForgottenPart, connectionId: ConnectionId, cut: ForgetCut): Promise<ForgottenBatch>;
  /**
   * Removes the bytes of deleted rows from the database's files, if the database lets clients do so. `busy`: others are
   * reading, ask again. `too_large`: the deleted rows are overwritten, but copies may be left that the database made
   * while it moved rows.
   */
  scrub(): Promise<'done' | 'busy' | 'too_large'>;
}
