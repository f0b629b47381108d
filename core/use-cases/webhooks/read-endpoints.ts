import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { MonitoredEndpoint, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';

/** The caller's endpoints with their health, without removed ones; takes paging parameters only. */
export function listEndpoints({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<MonitoredEndpoint>> => {
    const { request } = parseListQuery(query, []);
    const page = await storage.webhookEndpoints.list(caller, request);
    const items = page.items.map((endpoint) => withHealth(storage, endpoint));
    return { ...page, items: await Promise.all(items), request };
  };
}

/** Throws NOT_FOUND for removed endpoints and for those of others. */
export function findEndpoint({ storage }: Pick<CorePorts, 'storage'>) {
  return (caller: Caller, id: string): Promise<MonitoredEndpoint> => endpointIn(storage, caller, id);
}

/** As `findEndpoint`, among the stores of a transaction too. */
export async function endpointIn(
  stores: Pick<Stores, 'webhookEndpoints' | 'endpointHealth'>,
  caller: Caller,
  id: string,
): Promise<MonitoredEndpoint> {
  const endpoint = isId('we', id) ? await stores.webhookEndpoints.find(caller, id) : undefined;
  if (!endpoint) throw notFound('webhook endpoint');
  return withHealth(stores, endpoint);
}

async function withHealth(
  { endpointHealth }: Pick<Stores, 'endpointHealth'>,
  endpoint: WebhookEndpoint,
): Promise<MonitoredEndpoint> {
  return { ...endpoint, health: await endpointHealth.find(endpoint, endpoint.id) };
}
