import type { BulkCounts, BulkItem, BulkItemStatus } from '../domain/bulk.ts';
import type { Plane } from '../domain/caller.ts';
import type { ConnectionId, OperationId } from '../domain/ids.ts';
import type { Page, PageRequest } from '../domain/page.ts';

/** Stores the items of bulk writes until their operation is removed. */
export interface BulkItemStore {
  /** Inserts items, or replaces those with the same id. */
  put(items: readonly BulkItem[]): Promise<void>;
  /** Lists items in the order of the request, without bodies; `status` matches exactly. */
  list(
    plane: Plane,
    operationId: OperationId,
    status: BulkItemStatus | undefined,
    page: PageRequest,
  ): Promise<Page<BulkItem>>;
  /** `lastCall`: the highest call of any item. */
  tally(operationId: OperationId): Promise<{ readonly counts: BulkCounts; readonly lastCall: number }>;
  /**
   * Items that this run has not decided, with bodies: those of unknown status first, by their calls, then creates before
   * changes, each in the order of the request.
   */
  undecided(operationId: OperationId, run: number, limit: number): Promise<readonly BulkItem[]>;
  /** Stores status, call, together, run, provider's id and error; the body of one that succeeded is deleted. */
  update(items: readonly BulkItem[]): Promise<void>;
  /** Deletes the sealed bodies of an operation. */
  dropSealed(operationId: OperationId): Promise<void>;
  /** Bulk operations of the connection that have not ended, counted up to `most`. */
  countUnfinished(connectionId: ConnectionId, most: number): Promise<number>;
}
