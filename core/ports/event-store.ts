import type { Plane } from '../domain/caller.ts';
import type { Event, EventDraft, EventType } from '../domain/event.ts';
import type { ConnectionId, EventId, OperationId } from '../domain/ids.ts';
import type { Keyset, Listed, Page, PageRequest } from '../domain/page.ts';

export interface EventFilter {
  readonly type?: EventType;
  readonly connectionId?: ConnectionId;
  /** Both ends excluded. */
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
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
