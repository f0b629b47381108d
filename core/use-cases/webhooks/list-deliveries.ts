import type { Caller } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { operationStates } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { idOf, type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';

/** The caller's deliveries; filters `state`, `webhook_endpoint_id`, `event_id`. */
export function listDeliveries({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Delivery>> => {
    const { request, filters } = parseListQuery(query, ['state', 'webhook_endpoint_id', 'event_id']);
    const state = oneOf('state', filters.state, operationStates);
    const endpointId = idOf('webhook_endpoint_id', filters.webhook_endpoint_id, 'we');
    const eventId = idOf('event_id', filters.event_id, 'evt');
    const page = await storage.deliveries.list(
      caller,
      {
        ...(state === undefined ? {} : { state }),
        ...(endpointId === undefined ? {} : { endpointId }),
        ...(eventId === undefined ? {} : { eventId }),
      },
      request,
    );
    return { ...page, request };
  };
}
