import type { Plane } from '../domain/caller.ts';
import type { Delivery, DeliveryDraft, MadeAttempt } from '../domain/delivery.ts';
import type { ConnectionId, DeliveryId, EventId, OperationId, WebhookEndpointId } from '../domain/ids.ts';
import type { OperationError, OperationState } from '../domain/operation.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';

export interface DeliveryFilter {
  readonly state?: OperationState;
  readonly endpointId?: WebhookEndpointId;
  readonly eventId?: EventId;
  readonly eventType?: Delivery['eventType'];
  /** Of events of this connection; the test event of an endpoint has none. */
  readonly connectionId?: ConnectionId;
  /** Both ends excluded. */
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** An event's delivery to one endpoint, and its state. */
export type EventDelivery = Pick<Delivery, 'eventId' | 'operationId' | 'state'>;

/** Stores deliveries; a delivery's state is its operation's. Proven by contract-tests/webhook-stores.contract.ts. */
export interface DeliveryStore {
  insert(deliveries: readonly DeliveryDraft[]): Promise<void>;
  /** With attempts. Undefined also for a delivery of another organization or environment. */
  find(plane: Plane, id: DeliveryId): Promise<Delivery | undefined>;
  /** Newest first, with attempts. */
  list(plane: Plane, filter: DeliveryFilter, page: PageRequest): Promise<Page<Listed<Delivery>>>;
  /** Of any of these events, the latest first, with attempts, at most `limit`. */
  listByEvents(plane: Plane, eventIds: readonly EventId[], limit: number): Promise<readonly Delivery[]>;
  /** Of these events to this endpoint; an event without a delivery to it is left out. */
  listToEndpoint(
    plane: Plane,
    endpointId: WebhookEndpointId,
    eventIds: readonly EventId[],
  ): Promise<readonly EventDelivery[]>;
  /** In one statement, in their order. */
  addAttempts(attempts: readonly MadeAttempt[]): Promise<void>;
  /** Whether the endpoint holds a delivery: one that is retrying without a time. */
  hasHeld(endpointId: WebhookEndpointId): Promise<boolean>;
  /** Makes at most `limit` held deliveries of the endpoint due at `now`, the oldest first, except those that are locked. */
  releaseHeld(endpointId: WebhookEndpointId, now: Date, limit: number): Promise<readonly OperationId[]>;
  /** Ends at most `limit` unlocked queued and retrying deliveries to the endpoint: as failed or, without `error`, cancelled. */
  endWaiting(endpointId: WebhookEndpointId, error: OperationError | null, now: Date, limit: number): Promise<number>;
}
