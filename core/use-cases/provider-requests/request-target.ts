import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { ProviderRequest, RequestTraits } from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { placesForEach } from '../ledger/key-places.ts';
import { unsupported } from '../providers/coverage.ts';
import { providerOf } from '../providers/provider-of.ts';

export interface RequestsPath {
  readonly connectionId: string;
}
export interface RequestPath extends RequestsPath {
  readonly providerRequestId: string;
}

/** Throws NOT_FOUND, and CONFLICT `not_supported_by_provider` where no request of one's own is taken. */
export async function requireRequests(ports: CorePorts, caller: Caller, { connectionId }: RequestsPath) {
  const connection = await requireConnection(ports, caller, connectionId);
  const { traits } = providerOf(ports, connection);
  if (!traits.requests) throw unsupported(traits, 'take provider requests');
  const requests: RequestTraits = traits.requests;
  return { connection, requests };
}

/** Throws NOT_FOUND, also for another connection's. */
export async function requireRequest(
  { storage }: CorePorts,
  connection: Connection,
  id: string,
): Promise<ProviderRequest> {
  const found = isId('prq', id) ? await storage.providerRequests.find(connection, id) : undefined;
  if (found?.connectionId !== connection.id) throw notFound('provider request');
  return found;
}

/** Requests of one key that are made, or wait for their place in the budget, at once in a process. */
const requestsMost = 5;

export const takeRequestPlace = placesForEach(
  requestsMost,
  `${requestsMost} provider requests of this key are under way; try again when one has ended`,
  'provider_requests_share',
);
