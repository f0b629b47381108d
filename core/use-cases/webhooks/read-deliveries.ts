import type { Caller } from '../../domain/caller.ts';
import { type Delivery, endpointTestBody, endpointTestType } from '../../domain/delivery.ts';
import { eventBody } from '../../domain/event.ts';
import { deliveryFilters } from '../../domain/list-filter.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';
import { listLate } from '../late-reads/read-late.ts';

export function listDeliveries(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Delivery>>> => {
    const { request, filter } = readList(query, deliveryFilters);
    return {
      ...(await listLate(ports, caller, ({ deliveries }) => deliveries.list(caller, filter, request))),
      request,
    };
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
