import type { Caller } from '../../domain/caller.ts';
import { type Delivery, deliveredTypes, endpointTestBody, endpointTestType } from '../../domain/delivery.ts';
import { eventBody } from '../../domain/event.ts';
import { operationStates } from '../../domain/operation.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { DeliveryFilter } from '../../ports/webhook-stores.ts';
import { given, idOf, instant, type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';

const ids = ['webhook_endpoint_id', 'event_id', 'connection_id'] as const;
const known = ['state', 'event_type', ...ids, 'external_account_id', 'created_after', 'created_before'] as const;

export function deliveryFilter(filters: Readonly<Partial<Record<(typeof known)[number], string>>>): DeliveryFilter {
  return given({
    state: oneOf('state', filters.state, operationStates),
    endpointId: idOf('webhook_endpoint_id', filters.webhook_endpoint_id, 'we'),
    eventId: idOf('event_id', filters.event_id, 'evt'),
    eventType: oneOf('event_type', filters.event_type, deliveredTypes),
    connectionId: idOf('connection_id', filters.connection_id, 'conn'),
    externalAccountId: filters.external_account_id,
    createdAfter: instant('created_after', filters.created_after),
    createdBefore: instant('created_before', filters.created_before),
  });
}

export function listDeliveries({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Delivery>>> => {
    const { request, filters } = parseListQuery(query, known);
    return { ...(await storage.deliveries.list(caller, deliveryFilter(filters), request)), request };
  };
}

/**
 * With `body`, the exact text that every attempt sends; null when the event is no longer stored. Throws NOT_FOUND for
 * deliveries of other organizations, too.
 */
export function findDelivery({ storage }: CorePorts) {
  return async (caller: Caller, id: string) => {
    const delivery = await findById('webhook delivery', 'dlv', id, (known) => storage.deliveries.find(caller, known));
    if (delivery.eventType === endpointTestType) return { delivery, body: endpointTestBody(delivery) };
    const event = await storage.events.find(caller, delivery.eventId);
    return { delivery, body: event ? eventBody(event) : null };
  };
}
