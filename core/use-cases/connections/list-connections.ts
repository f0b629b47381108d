import type { Caller } from '../../domain/caller.ts';
import { type Connection, connectionStatuses } from '../../domain/connection.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';

/** The connections of the caller's environment; filters `external_account_id`, `status`. */
export function listConnections({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Connection>> => {
    const { request, filters } = parseListQuery(query, ['external_account_id', 'status']);
    const status = oneOf('status', filters.status, connectionStatuses);
    const page = await storage.connections.list(
      caller,
      {
        ...(filters.external_account_id === undefined ? {} : { externalAccountId: filters.external_account_id }),
        ...(status === undefined ? {} : { status }),
      },
      request,
    );
    return { ...page, request };
  };
}
