// Turns facts into events and their deliveries, inside the transaction that decides them.
import type { Plane } from '../../domain/caller.ts';
import type { Event, SequencedDraft } from '../../domain/event.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import { isOperational } from '../../domain/operational-event.ts';
import type { UsageEvent } from '../../domain/usage.ts';
import { endpointsMax, wants } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Digester } from '../../ports/secrets.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftDelivery } from '../queue/draft-delivery.ts';

/** A fact to announce. `operationId`: the operation that found it, null for a request. `data` is sent as it is. */
export interface Announcement extends Omit<SequencedDraft, 'id' | 'identity' | 'traceparent' | 'createdAt'> {
  /** Identifies the fact among those of its type and connection, e.g. by invoice id and revision. */
  readonly identityParts: readonly string[];
  /** The identity to use if an event with `identityParts` was announced before. */
  readonly otherwise?: readonly string[] | undefined;
  /** The W3C trace context, if it is not the caller's. */
  readonly traceparent?: string | null | undefined;
}

/** Announces one fact as `announceAll` does; undefined if it was announced before. */
export async function announce(
  stores: Stores,
  ports: CorePorts,
  announcement: Announcement,
): Promise<Event | undefined> {
  return (await announceAll(stores, ports, [announcement]))[0];
}

/**
 * Appends the events and queues a delivery for each endpoint that wants one. Returns the events in their order, undefined
 * for those announced before. Call it in a transaction and signal the wake-up after the commit.
 */
export async function announceAll(
  stores: Stores,
  ports: CorePorts,
  all: readonly Announcement[],
): Promise<readonly (Event | undefined)[]> {
  if (all.length === 0) return [];
  const events = [
    ...(await stores.events.append(
      all.map((announcement) => draftEvent(ports, announcement, announcement.identityParts)),
    )),
  ];
  const others = all.flatMap((announcement, i) =>
    !events[i] && announcement.otherwise ? [{ i, announcement, parts: announcement.otherwise }] : [],
  );
  if (others.length > 0) {
    const appended = await stores.events.append(
      others.map(({ announcement, parts }) => draftEvent(ports, announcement, parts)),
    );
    for (const [n, { i }] of others.entries()) events[i] = appended[n];
  }
  await queueDeliveries(
    stores,
    ports,
    events.filter((event) => event !== undefined),
  );
  return events;
}

function draftEvent(
  { ids, digester, tracing, clock }: CorePorts,
  announcement: Announcement,
  parts: readonly string[],
): SequencedDraft {
  const { organizationId, environment, connectionId, type, data, operationId, requestId } = announcement;
  return {
    id: ids.next('evt'),
    organizationId,
    environment,
    connectionId,
    type,
    data,
    operationId,
    requestId,
    identity: eventIdentity(digester, connectionId, type, parts),
    traceparent: announcement.traceparent ?? tracing?.traceparent() ?? null,
    createdAt: clock.now(),
  };
}

/** Equal for two announcements of the same fact. */
export function eventIdentity(
  digester: Pick<Digester, 'sha256'>,
  connectionId: ConnectionId | null,
  type: Event['type'],
  parts: readonly string[],
): string {
  return digester.sha256(JSON.stringify([connectionId, type, ...parts]));
}

/** Queues a delivery of each stored event for each endpoint that wants it; operational events are not metered. */
export async function queueDeliveries(stores: Stores, ports: CorePorts, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  for (const { type } of events) ports.announced?.(type);
  const enabled = await stores.webhookEndpoints.listEnabled(events);
  const drafts = events.flatMap((event) =>
    enabled
      .filter((endpoint) => isSamePlane(endpoint, event) && wants(endpoint, event))
      .slice(0, endpointsMax)
      .map((endpoint) => draftDelivery(ports, event, endpoint)),
  );
  if (drafts.length === 0) return;
  await stores.operations.insert(drafts.map(({ operation }) => operation));
  await stores.deliveries.insert(drafts.map(({ delivery }) => delivery));
  const delivered = new Set(drafts.map(({ delivery }) => delivery.eventId));
  const used = events.flatMap(
    ({ id, type, organizationId, environment, connectionId, createdAt: at }): UsageEvent[] => {
      if (!delivered.has(id) || connectionId === null || isOperational(type)) return [];
      return [{ id, meter: 'webhook_event', organizationId, environment, connectionId, quantity: 1, at }];
    },
  );
  if (used.length > 0) await stores.usage.insert(used);
}

function isSamePlane(one: Plane, other: Plane): boolean {
  return one.organizationId === other.organizationId && one.environment === other.environment;
}
