import type { Plane } from '../domain/caller.ts';
import type { RecentCalls } from '../domain/connection-health.ts';
import type { ConnectionId, OperationId, RequestId } from '../domain/ids.ts';
import type { ProviderCall } from '../domain/provider-call.ts';

/** Stores the journal of calls to the provider. Proven by contract-tests/timeline-stores.contract.ts. */
export interface ProviderCallStore {
  /** All or none. */
  insert(calls: readonly ProviderCall[]): Promise<void>;
  /** The calls of an operation, the latest first, at most `limit`; calls of other planes are absent. */
  listByOperation(plane: Plane, operationId: OperationId, limit: number): Promise<readonly ProviderCall[]>;
  /**
   * The latest of a connection, at most `limit`; with `part`, those of the latest `lookedAt` whose path contains it.
   */
  listByConnection(
    plane: Plane,
    connectionId: ConnectionId,
    among: { part?: string; lookedAt: number },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
  /**
   * How the latest calls of these connections (at most 200) ended; connections of other planes are absent, and those
   * without calls are there. Bad are calls without an answer, those answered 401, 403, 408, 429 or 5xx, and every
   * remembered one to the token endpoint (`tokenPath`); all others are good.
   */
  recent(plane: Plane, connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, RecentCalls>>;
  /**
   * The calls of a request itself (not of the operations that it started) from `from` until `until`, the latest first,
   * at most `limit`. Callers choose request ids and repeat them, hence the times; calls of other planes are absent.
   */
  listByRequest(
    plane: Plane,
    requestId: RequestId,
    made: { from: Date; until: Date },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
}
