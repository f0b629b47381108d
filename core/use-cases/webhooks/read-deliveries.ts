import type { Caller } from '../../domain/caller.ts';
import { type Delivery, deliveredTypes, endpointTestBody, endpointTestType } from '../../domain/delivery.ts';
import { notFound } from '../../domain/errors.ts';
import { eventBody } from '../../domain/event.ts';
import { isId } from '../../domain/ids.ts';
import { operationStates } from '../../domain/operation.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { DeliveryFilter } from '../../ports/webhook-stores.ts';
import { given, idOf, instant, type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';

const filters = [
  ...(['state', 'webhook_endpoint_id', 'event_id', 'event_type', 'connection_id'] as const),
  ...(['created_after', 'created_before'] as const),
] as const;

/** The caller's deliveries, newest first; filters as named above. */
export function listDeliveries({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Delivery>>> => {
    const { request, filters: asked } = parseListQuery(query, filters);
    return { ...(await storage.deliveries.list(caller, filterOf(asked), request)), request };
  };
}

function filterOf(asked: Readonly<Partial<Record<(typeof filters)[number], string>>>): DeliveryFilter {
  return given({
    state: oneOf('state', asked.state, operationStates),
    endpointId: idOf('webhook_endpoint_id', asked.webhook_endpoint_id, 'we'),
    eventId: idOf('event_id', asked.event_id, 'evt'),
    eventType: oneOf('event_type', asked.event_type, deliveredTypes),
    connectionId: idOf('connection_id', asked.connection_id, 'conn'),
    createdAfter: instant('created_after', asked.created_after),
    createdBefore: instant('created_before', asked.created_before),
  });
}

export interface DeliveryWithBody {
  readonly delivery: Delivery;
  /** The exact text that every attempt sends; null when the event is no longer stored. */
  readonly body: string | null;
}

/** Throws NOT_FOUND for deliveries of others, too. */
export function findDelivery({ storage }: CorePorts) {
  return async (caller: Caller, id: string): Promise<DeliveryWithBody> => {
    const delivery = isId('dlv', id) ? await storage.deliveries.find(caller, id) : undefined;
    if (!delivery) throw notFound('webhook delivery');
    if (delivery.eventType === endpointTestType) return { delivery, body: endpointTestBody(delivery) };
    const event = await storage.events.find(caller, delivery.eventId);
    return { delivery, body: event ? eventBody(event) : null };
  };
}
