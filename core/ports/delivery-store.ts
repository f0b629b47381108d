import type { Plane } from '../domain/caller.ts';
import type { Delivery, DeliveryAttempt, DeliveryDraft } from '../domain/delivery.ts';
import type { DeliveryId, EventId, WebhookEndpointId } from '../domain/ids.ts';
import type { OperationState } from '../domain/operation.ts';
import type { Page, PageRequest } from '../domain/page.ts';

export interface DeliveryFilter {
  readonly state?: OperationState;
  readonly endpointId?: WebhookEndpointId;
  readonly eventId?: EventId;
  readonly eventType?: Delivery['eventType'];
  /** Both ends excluded. */
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** How an event's delivery to one endpoint stands. */
export type DeliveryStanding = Pick<Delivery, 'eventId' | 'operationId' | 'state'>;

/** Keeps deliveries; a delivery's state is its operation's. Proven by contract-tests/webhook-stores.contract.ts. */
export interface DeliveryStore {
  insert(deliveries: readonly DeliveryDraft[]): Promise<void>;
  /** With attempts. A delivery of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: DeliveryId): Promise<Delivery | undefined>;
  /** Newest first, with attempts. */
  list(plane: Plane, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>>;
  /** Of any of these events, the latest first, with attempts, at most `limit`. */
  listByEvents(plane: Plane, eventIds: readonly EventId[], limit: number): Promise<readonly Delivery[]>;
  /** Of these events to this endpoint; an event without a delivery to it is left out. */
  standings(
    plane: Plane,
    endpointId: WebhookEndpointId,
    eventIds: readonly EventId[],
  ): Promise<readonly DeliveryStanding[]>;
  addAttempt(id: DeliveryId, attempt: DeliveryAttempt): Promise<void>;
}
