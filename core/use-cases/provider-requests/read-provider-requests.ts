import type { Caller } from '../../domain/caller.ts';
import { providerRequestFilters } from '../../domain/list-filter.ts';
import type { Listed } from '../../domain/page.ts';
import { type PreparedRequest, type ProviderRequest, settledFrom } from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { listLate } from '../late-reads/read-late.ts';
import { type RequestPath, type RequestsPath, requireRequest } from './request-target.ts';
import { openRequest } from './stored-request.ts';

export interface ProviderRequestDetail extends ProviderRequest {
  /** What was sent; null where it is not kept. */
  readonly sent: PreparedRequest | null;
  /** From when on a person may settle it; null if its outcome is known. */
  readonly settleableAt: Date | null;
}

/** A connection's requests, newest first, without what was sent. */
export function listProviderRequests(ports: CorePorts) {
  return async (
    caller: Caller,
    { connectionId, query }: RequestsPath & { readonly query: RawQuery },
  ): Promise<Listing<Listed<ProviderRequest>>> => {
    const { request, filter } = readList(query, providerRequestFilters);
    const { id } = await requireConnection(ports, caller, connectionId);
    const page = await listLate(ports, caller, ({ providerRequests }) =>
      providerRequests.list(caller, id, filter, request),
    );
    return { ...page, request };
  };
}

/** Throws NOT_FOUND. */
export function findProviderRequest(ports: CorePorts) {
  return async (caller: Caller, path: RequestPath): Promise<ProviderRequestDetail> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    return detailOf(ports, await requireRequest(ports, connection, path.providerRequestId));
  };
}

export async function detailOf(ports: CorePorts, found: ProviderRequest): Promise<ProviderRequestDetail> {
  const settleableAt = found.outcome === 'unknown' ? settledFrom(found.createdAt) : null;
  return { ...found, sent: await openRequest(ports, found), settleableAt };
}
