import type { Plane } from '../domain/caller.ts';
import type { Delivery, DeliveryAttempt, DeliveryDraft } from '../domain/delivery.ts';
import type { EndpointHealth } from '../domain/endpoint-health.ts';
import type { Event } from '../domain/event.ts';
import type { ConnectionId, DeliveryId, EventId, WebhookEndpointId } from '../domain/ids.ts';
import type { OperationState } from '../domain/operation.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';

export interface DeliveryFilter {
  readonly state?: OperationState;
  readonly endpointId?: WebhookEndpointId;
  readonly eventId?: EventId;
  readonly eventType?: Delivery['eventType'];
  /** Of events of this connection; a test of an endpoint is of none. */
  readonly connectionId?: ConnectionId;
  /** Both ends excluded. */
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** How an event's delivery to one endpoint stands. */
export type DeliveryStanding = Pick<Delivery, 'eventId' | 'operationId' | 'state'>;

/** Which event goes to which endpoint. */
export interface OutgoingKey extends Plane {
  readonly eventId: EventId;
  readonly endpointId: WebhookEndpointId;
}

export interface Outgoing {
  /** As `EventStore.find`. */
  readonly event: Event | undefined;
  /** As `EndpointHealthStore.find`. */
  readonly health: EndpointHealth;
}

/** Keeps deliveries; a delivery's state is its operation's. Proven by contract-tests/webhook-stores.contract.ts. */
export interface DeliveryStore {
  insert(deliveries: readonly DeliveryDraft[]): Promise<void>;
  /** With attempts. A delivery of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: DeliveryId): Promise<Delivery | undefined>;
  /** Newest first, with attempts. */
  list(plane: Plane, filter: DeliveryFilter, page: PageRequest): Promise<Page<Listed<Delivery>>>;
  /** Of any of these events, the latest first, with attempts, at most `limit`. */
  listByEvents(plane: Plane, eventIds: readonly EventId[], limit: number): Promise<readonly Delivery[]>;
  /** Of these events to this endpoint; an event without a delivery to it is left out. */
  standings(
    plane: Plane,
    endpointId: WebhookEndpointId,
    eventIds: readonly EventId[],
  ): Promise<readonly DeliveryStanding[]>;
  addAttempt(id: DeliveryId, attempt: DeliveryAttempt): Promise<void>;
  /** What an attempt must know, for each that is asked for, in their order: any number of planes at once. */
  outgoing(asked: readonly OutgoingKey[]): Promise<readonly Outgoing[]>;
}
