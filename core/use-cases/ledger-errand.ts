import type { Lane } from '../domain/budget.ts';
import type { Caller } from '../domain/caller.ts';
import type { OperationId, RequestId } from '../domain/ids.ts';

/** For whom calls to the provider are made, and from whose share of the budget; interactive unless it says otherwise. */
export interface LedgerErrand {
  readonly requestId: RequestId;
  readonly operationId?: OperationId;
  readonly lane?: Lane;
  /** Who asks: a request that waits takes one of the caller's waiting places; workers have none. */
  readonly actor?: Caller['actor'];
}
