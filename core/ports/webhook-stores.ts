import type { Plane } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import type { Delivery, DeliveryDraft, MadeAttempt } from '../domain/delivery.ts';
import type { Event, EventDraft, EventType } from '../domain/event.ts';
import type { ConnectionId, DeliveryId, EventId, OperationId, WebhookEndpointId } from '../domain/ids.ts';
import type { CursorMove } from '../domain/notification.ts';
import type { OperationError, OperationState } from '../domain/operation.ts';
import type { CreatedFilter, Keyset, Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';

export interface EventFilter extends CreatedFilter {
  readonly type?: EventType;
  readonly connectionId?: ConnectionId;
}

/** A part of a plane's events. */
export interface EventSpan {
  /** Both ends included. */
  readonly since: Date;
  readonly until: Date;
  /** The event after which to continue; null at the beginning. */
  readonly after: Keyset | null;
}

/** Stores events. Proven by contract-tests/event-store.contract.ts. */
export interface EventStore {
  /** Gives the event its connection's next sequence number; undefined, without using a number, if its identity is stored. */
  append(draft: EventDraft): Promise<Event | undefined>;
  /** Undefined also for an event of another organization or environment. */
  find(plane: Plane, id: EventId): Promise<Event | undefined>;
  /** Newest first. */
  list(plane: Plane, filter: EventFilter, page: PageRequest): Promise<Page<Listed<Event>>>;
  /** Of all connections, the oldest first, ties by id, at most `limit`. */
  listSpan(plane: Plane, span: EventSpan, limit: number): Promise<readonly Event[]>;
  /** The events of an invoice (by the provider's id), the latest first, at most `limit`. */
  listByInvoice(plane: Plane, connectionId: ConnectionId, providerId: string, limit: number): Promise<readonly Event[]>;
  /** The events of an operation, the latest first, at most `limit`. */
  listByOperation(plane: Plane, operationId: OperationId, limit: number): Promise<readonly Event[]>;
}

/** Stores webhook endpoints. Proven by contract-tests/webhook-stores.contract.ts. */
export interface WebhookEndpointStore {
  /** Stores a new one, with its sealed signing secret. */
  insert(endpoint: WebhookEndpoint): Promise<void>;
  /** Removed ones are absent. */
  find(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** As `find`, and locked until the transaction ends. */
  lock(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** Newest first, without removed ones. */
  list(plane: Plane, page: PageRequest): Promise<Page<WebhookEndpoint>>;
  /** Enabled ones that subscribe to this type, at most 100. */
  listSubscribed(plane: Plane, type: EventType): Promise<readonly WebhookEndpoint[]>;
  /** How many there are, without removed ones. */
  count(plane: Plane): Promise<number>;
  /** Replaces all of it but the plane; nothing happens to an endpoint of another plane. */
  update(endpoint: WebhookEndpoint): Promise<void>;
  /** Those whose next check is due at `now`, of all organizations, removed ones too, the longest due first. */
  listDue(now: Date, limit: number): Promise<readonly WebhookEndpoint[]>;
  /** One of those, locked until the transaction ends; undefined when it is no longer due. */
  lockDue(id: WebhookEndpointId, now: Date): Promise<WebhookEndpoint | undefined>;
  /** How many are paused, of all organizations; counted up to 10,000. */
  countPaused(): Promise<number>;
}

export interface DeliveryFilter extends CreatedFilter {
  readonly state?: OperationState;
  readonly endpointId?: WebhookEndpointId;
  readonly eventId?: EventId;
  readonly eventType?: Delivery['eventType'];
  /** Of events of this connection; the test event of an endpoint has none. */
  readonly connectionId?: ConnectionId;
}

/** An event's delivery to one endpoint, and its state. */
export type EventDelivery = Pick<Delivery, 'eventId' | 'operationId' | 'state'>;

/** Stores deliveries; a delivery's state is its operation's. Proven by contract-tests/webhook-stores.contract.ts. */
export interface DeliveryStore {
  /** With their operations, in one transaction, or after them; their state is theirs. */
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
  /** How many are held, of all organizations; counted up to 10,000. */
  countHeld(): Promise<number>;
  /** Makes at most `limit` held deliveries of the endpoint due at `now`, the oldest first, except those that are locked. */
  releaseHeld(endpointId: WebhookEndpointId, now: Date, limit: number): Promise<readonly OperationId[]>;
  /** Ends at most `limit` unlocked queued and retrying deliveries to the endpoint: as failed or, without `error`, cancelled. */
  endWaiting(endpointId: WebhookEndpointId, error: OperationError | null, now: Date, limit: number): Promise<number>;
}

/** A connection that has a tenant through an app. */
export interface NotifiedConnection {
  /** As `ConnectionStore.findOwner`. */
  readonly connection: Connection;
  /** Unfinished reads of single records among the connection's newest unfinished operations. */
  readonly unfinishedReads: number;
}

/** Stores the identities of inbound notifications and each app's cursor. Proven by contract-tests/notification-store.contract.ts. */
export interface NotificationStore {
  /** Of at most 1,000 tenants; those without a connection are left out. */
  owners(app: AppKey, tenantIds: readonly string[]): Promise<readonly NotifiedConnection[]>;
  /** Returns the identities that were not yet known, in the order given; stores them as the owner's. */
  takeNew(
    app: AppKey,
    owner: Plane['organizationId'],
    identities: readonly string[],
    at: Date,
  ): Promise<readonly string[]>;
  /**
   * Moves the app's cursor forward, never back and not by a jump, and returns the batch's position to it; a gap is stored.
   * In a transaction the cursor is locked until its end.
   */
  moveCursor(app: AppKey, first: number, last: number, at: Date): Promise<CursorMove>;
}
