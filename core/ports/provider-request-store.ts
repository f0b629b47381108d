import type { Plane } from '../domain/caller.ts';
import type { ConnectionId, ProviderRequestId } from '../domain/ids.ts';
import type { ProviderRequestFilter } from '../domain/list-filter.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { ProviderRequest } from '../domain/provider-request.ts';

/** How a request ended. */
export interface RequestEnd
  extends Pick<ProviderRequest, 'outcome' | 'status' | 'bytes' | 'correlationId' | 'endedAt' | 'settlement'> {
  /** Forget path, query and body. */
  readonly forgets: boolean;
}

/** Requests of callers' own to providers. Proven by contract-tests/provider-request-store.contract.ts. */
export interface ProviderRequestStore {
  /** One that is stored stays as it is. */
  insert(request: ProviderRequest): Promise<void>;
  /** Ends one whose outcome is unknown; false, and nothing changes, if it has ended. */
  end(plane: Plane, id: ProviderRequestId, end: RequestEnd): Promise<boolean>;
  /** Removes one whose outcome is unknown, because it was never made. */
  remove(plane: Plane, id: ProviderRequestId): Promise<void>;
  find(plane: Plane, id: ProviderRequestId): Promise<ProviderRequest | undefined>;
  /** Newest first. */
  list(
    plane: Plane,
    connectionId: ConnectionId,
    filter: ProviderRequestFilter,
    page: PageRequest,
  ): Promise<Page<ProviderRequest>>;
}
