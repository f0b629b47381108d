import type { Caller } from '../../domain/caller.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import { connectionFilters } from '../../domain/list-filter.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { listLate } from '../late-reads/read-late.ts';
import { scopeLack } from '../providers/missing-scopes.ts';
import { type ShownConnection, withFollow, withWalks } from './follow-connection.ts';
import { monitored, monitoredAll, requireConnection } from './read-connections.ts';

export function listConnections(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<ShownConnection>>> => {
    const { request, filter } = readList(query, connectionFilters);
    const { missingScope, ids, ...others } = filter;
    const own = reachedOf(caller, ids);
    const rest = { ...others, ...(own && { ids: own }) };
    const asked = missingScope === undefined ? rest : { ...rest, lacking: scopeLack(ports, missingScope) };
    const { page, items } = await listLate(ports, caller, async (stores) => {
      const page = await stores.connections.list(caller, asked, request);
      return { page, items: await monitoredAll(stores, caller, page.items) };
    });
    return { ...page, items: items.map((one) => withFollow(ports, one)), request };
  };
}

/** The named connections that a restricted key reaches, or all that it reaches. */
function reachedOf({ rights }: Caller, named: readonly ConnectionId[] | undefined): ConnectionId[] | undefined {
  const reached = rights?.connectionIds ?? null;
  if (reached === null) return named && [...named];
  return named ? named.filter((id) => reached.includes(id)) : [...reached];
}

/** Throws NOT_FOUND for others' connections too. */
export function findConnection(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<ShownConnection> =>
    withWalks(ports, await monitored(ports.storage, await requireConnection(ports, caller, id)));
}
