import type { Caller } from '../../domain/caller.ts';
import { connectionStatuses } from '../../domain/connection.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { given, type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { monitored, monitoredAll } from './monitored.ts';
import { requireConnection } from './require-connection.ts';

const searchLongest = 200;

/** The connections of the caller's environment; filters `external_account_id`, `status`, `q`. */
export function listConnections(ports: CorePorts) {
  const { storage } = ports;
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<MonitoredConnection>>> => {
    const { request, filters } = parseListQuery(query, ['external_account_id', 'status', 'q']);
    const { q } = filters;
    if (q !== undefined && q.length > searchLongest)
      throw badRequest('q', `q must be at most ${searchLongest} characters`);
    const status = oneOf('status', filters.status, connectionStatuses);
    const filter = given({ externalAccountId: filters.external_account_id, status, search: q });
    const page = await storage.connections.list(caller, filter, request);
    return { ...page, items: await monitoredAll(storage, ports, caller, page.items), request };
  };
}

/** Throws NOT_FOUND for connections of others, too. */
export function findConnection(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<MonitoredConnection> =>
    monitored(ports.storage, ports, await requireConnection(ports, caller, id));
}
