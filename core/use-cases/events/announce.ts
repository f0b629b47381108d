// Turns a fact into an event and its deliveries, inside the transaction that decides it.
import type { Event, EventDraft, EventType } from '../../domain/event.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Digester } from '../../ports/secrets.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftDelivery } from '../webhooks/draft-delivery.ts';

/** `operationId`: the operation that found it, null for a request; `data` is sent as it is. */
export interface News extends Omit<EventDraft, 'id' | 'identity' | 'traceparent' | 'createdAt'> {
  /** Tells this announcement from others of its type and connection, e.g. invoice id and revision. */
  readonly identityParts: readonly string[];
}

/**
 * Appends the event and queues a delivery for each endpoint that wants it; undefined, and does nothing, if the same was
 * announced before. Call it inside a transaction and signal the wake-up after the commit.
 */
export async function announce(stores: Stores, ports: CorePorts, news: News): Promise<Event | undefined> {
  const { identityParts, ...known } = news;
  const event = await stores.events.append({
    ...known,
    id: ports.ids.next('evt'),
    identity: eventIdentity(ports.digester, news.connectionId, news.type, identityParts),
    traceparent: ports.tracing?.traceparent() ?? null,
    createdAt: ports.clock.now(),
  });
  if (!event) return undefined;
  ports.announced?.(event.type);
  await queueDeliveries(stores, ports, event);
  return event;
}

/** Equal for two announcements of the same fact. */
export function eventIdentity(
  digester: Pick<Digester, 'sha256'>,
  connectionId: ConnectionId,
  type: EventType,
  parts: readonly string[],
): string {
  return digester.sha256(JSON.stringify([connectionId, type, ...parts]));
}

async function queueDeliveries(stores: Stores, ports: CorePorts, event: Event): Promise<void> {
  const endpoints = await stores.webhookEndpoints.listSubscribed(event, event.type);
  if (endpoints.length === 0) return;
  const drafts = endpoints.map((endpoint) => draftDelivery(ports, event, endpoint));
  await stores.operations.insert(drafts.map(({ operation }) => operation));
  await stores.deliveries.insert(drafts.map(({ delivery }) => delivery));
  const { id, organizationId, environment, connectionId, createdAt: at } = event;
  await stores.usage.insert([
    { id, meter: 'webhook_event', organizationId, environment, connectionId, quantity: 1, at },
  ]);
}
