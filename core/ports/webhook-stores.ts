import type { Plane } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import type { Delivery, DeliveryDraft, MadeAttempt } from '../domain/delivery.ts';
import type { Event, OperationalDraft, SequencedDraft } from '../domain/event.ts';
import type { ConnectionId, DeliveryId, EventId, OperationId, WebhookEndpointId } from '../domain/ids.ts';
import type { deliveryFilters, EventFilter, Filtered } from '../domain/list-filter.ts';
import type { CursorMove } from '../domain/notification.ts';
import type { OperationError } from '../domain/operation.ts';
import type { Keyset, Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';

interface EventSpan {
  /** Both ends included. */
  readonly since: Date;
  readonly until: Date;
  /** Continues after this event; null at the beginning. */
  readonly after: Keyset | null;
}

export interface EventStore {
  /**
   * Stores each event under its connection's next sequence number, in their order. Returns undefined, and uses no number, for
   * an event whose identity is stored.
   */
  append(drafts: readonly SequencedDraft[]): Promise<readonly (Event | undefined)[]>;
  /**
   * Stores each event without a number, and locks no connection's sequence. Returns undefined for an event whose identity
   * is stored: of its connection, or of its plane if it has none. Two transactions never store the same one.
   */
  appendOperational(drafts: readonly OperationalDraft[]): Promise<readonly (Event | undefined)[]>;
  /** Those of these identities, at most 1,000, of which the connection has an event. */
  known(connectionId: ConnectionId, identities: readonly string[]): Promise<ReadonlySet<string>>;
  /** Undefined for an event of another organization or environment. */
  find(plane: Plane, id: EventId): Promise<Event | undefined>;
  list(plane: Plane, filter: EventFilter, page: PageRequest): Promise<Page<Listed<Event>>>;
  /** Of all connections and of none, oldest first, ties by id. */
  listSpan(plane: Plane, span: EventSpan, limit: number): Promise<readonly Event[]>;
  /** Newest first. `recordId`: the provider's id of an invoice, the own id of any other record (`recordIdOfEvent`). */
  listByRecord(plane: Plane, connectionId: ConnectionId, recordId: string, limit: number): Promise<readonly Event[]>;
  listByOperation(plane: Plane, operationId: OperationId, limit: number): Promise<readonly Event[]>;
}

/** Proven by contract-tests/webhook-stores.contract.ts. */
export interface WebhookEndpointStore {
  insert(endpoint: WebhookEndpoint): Promise<void>;
  /** Undefined for a removed endpoint. */
  find(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** As `find`; locks the endpoint until the transaction ends. */
  lock(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** Newest first, without removed ones. */
  list(plane: Plane, page: PageRequest): Promise<Page<WebhookEndpoint>>;
  /** The enabled endpoints of all these planes, by id; at most 100 times as many as planes. */
  listEnabled(planes: readonly Plane[]): Promise<readonly WebhookEndpoint[]>;
  /** Counts all but removed endpoints. */
  count(plane: Plane): Promise<number>;
  /** Replaces all but the plane; ignores an endpoint of another plane. */
  update(endpoint: WebhookEndpoint): Promise<void>;
  /** Endpoints with a due check, of all organizations, even removed ones, longest due first. */
  listDue(now: Date, limit: number): Promise<readonly WebhookEndpoint[]>;
  /** Locks the endpoint until the transaction ends; undefined if its check is no longer due. */
  lockDue(id: WebhookEndpointId, now: Date): Promise<WebhookEndpoint | undefined>;
  /** Counts those of all organizations, up to 10,000. */
  countPaused(): Promise<number>;
}

export type DeliveryFilter = Filtered<typeof deliveryFilters> & {
  /** Only those that ended as failed or dead letter. */
  readonly failed?: true;
};

export type EndedDelivery = Pick<Delivery, 'id' | 'eventId' | 'eventType' | 'createdAt'>;

export type EventDelivery = Pick<Delivery, 'eventId' | 'operationId' | 'state'>;

/** Stores deliveries; a delivery's state is its operation's. Proven by contract-tests/webhook-stores.contract.ts. */
export interface DeliveryStore {
  /** Call it in the transaction of their operations, or after it. */
  insert(deliveries: readonly DeliveryDraft[]): Promise<void>;
  /** With attempts. Undefined for a delivery of another organization or environment. */
  find(plane: Plane, id: DeliveryId): Promise<Delivery | undefined>;
  /** Newest first, with attempts. */
  list(plane: Plane, filter: DeliveryFilter, page: PageRequest): Promise<Page<Listed<Delivery>>>;
  /** The places of the next deliveries after `after`, oldest first, with the ids of their operations. */
  walk(plane: Plane, filter: DeliveryFilter, after: Keyset | null, limit: number): Promise<readonly Keyset[]>;
  /** Latest first, with attempts. */
  listByEvents(plane: Plane, eventIds: readonly EventId[], limit: number): Promise<readonly Delivery[]>;
  /** Leaves out events without a delivery to the endpoint. */
  listToEndpoint(
    plane: Plane,
    endpointId: WebhookEndpointId,
    eventIds: readonly EventId[],
  ): Promise<readonly EventDelivery[]>;
  /** In one statement, in their order. */
  addAttempts(attempts: readonly MadeAttempt[]): Promise<void>;
  /** True if a delivery is held: retrying, without a next attempt. */
  hasHeld(endpointId: WebhookEndpointId): Promise<boolean>;
  /** Counts those of all organizations, up to 10,000. */
  countHeld(): Promise<number>;
  /** Releases held deliveries, oldest first; skips locked ones. */
  releaseHeld(endpointId: WebhookEndpointId, now: Date, limit: number): Promise<readonly OperationId[]>;
  /** Ends waiting deliveries with `error`, or cancels them if it is null; skips locked ones. Returns those that it ended. */
  endWaiting(
    endpointId: WebhookEndpointId,
    error: OperationError | null,
    now: Date,
    limit: number,
  ): Promise<readonly EndedDelivery[]>;
}

export interface NotifiedConnection {
  /** As `ConnectionStore.findOwner`. */
  readonly connection: Connection;
  /** Unfinished reads of single records among the connection's newest unfinished operations. */
  readonly unfinishedReads: number;
}

/** Stores the identities of inbound notifications and each app's cursor. */
export interface NotificationStore {
  /** At most 1,000 tenants; leaves out those without a connection. */
  owners(app: AppKey, tenantIds: readonly string[]): Promise<readonly NotifiedConnection[]>;
  /** Returns the new identities in their order and stores them as the owner's. */
  takeNew(
    app: AppKey,
    owner: Plane['organizationId'],
    identities: readonly string[],
    at: Date,
  ): Promise<readonly string[]>;
  /**
   * Moves the app's cursor forward, never back and not by a jump; returns how the batch follows it, and stores a gap. Locks
   * the cursor until the transaction ends.
   */
  moveCursor(app: AppKey, first: number, last: number, at: Date): Promise<CursorMove>;
}
