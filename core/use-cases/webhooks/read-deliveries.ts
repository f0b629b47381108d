import type { Caller } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { endpointTestBody, endpointTestType } from '../../domain/endpoint-test.ts';
import { notFound } from '../../domain/errors.ts';
import { eventBody } from '../../domain/event.ts';
import { isId } from '../../domain/ids.ts';
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

export interface DeliveryWithBody {
  readonly delivery: Delivery;
  /** The exact text that every attempt sends; null when the event is no longer kept. */
  readonly body: string | null;
}

/** Throws NOT_FOUND for deliveries of others, too. */
export function findDelivery({ storage }: Pick<CorePorts, 'storage'>) {
  return async (caller: Caller, id: string): Promise<DeliveryWithBody> => {
    const delivery = isId('dlv', id) ? await storage.deliveries.find(caller, id) : undefined;
    if (!delivery) throw notFound('webhook delivery');
    if (delivery.eventType === endpointTestType) return { delivery, body: endpointTestBody(delivery) };
    const event = await storage.events.find(caller, delivery.eventId);
    return { delivery, body: event ? eventBody(event) : null };
  };
}
