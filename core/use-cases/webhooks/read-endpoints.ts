import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';

/** The caller's endpoints, without removed ones; takes paging parameters only. */
export function listEndpoints({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<WebhookEndpoint>> => {
    const { request } = parseListQuery(query, []);
    return { ...(await storage.webhookEndpoints.list(caller, request)), request };
  };
}

/** Throws NOT_FOUND for removed endpoints and for those of others. */
export function findEndpoint({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, id: string): Promise<WebhookEndpoint> => {
    const endpoint = isId('we', id) ? await storage.webhookEndpoints.find(caller, id) : undefined;
    if (!endpoint) throw notFound('webhook endpoint');
    return endpoint;
  };
}
