import type { ConnectionId, OperationId, WebhookEndpointId } from '../domain/ids.ts';

/** Where a delivery stands: behind those of its connection, to its endpoint, with a lower sequence. */
export interface LinePlace {
  readonly operationId: OperationId;
  readonly endpointId: WebhookEndpointId;
  readonly connectionId: ConnectionId;
  readonly sequence: number;
}

/** `none`: its connection has no line at the endpoint. */
export type LineStanding = 'none' | 'waiting' | 'let_out';

/**
 * Keeps deliveries in line before an endpoint, one line a connection, in the order of their sequence. Who changes the
 * lines of an endpoint holds its health. Proven by contract-tests/webhook-stores.contract.ts.
 */
export interface DeliveryLineStore {
  /** Puts them in line, also those that were let out; what is queued or retrying waits from now on until it is let out. */
  join(places: readonly LinePlace[], now: Date): Promise<void>;
  /** Whether this delivery may go; `waiting` too when others of its connection stand in line and it does not. */
  standing(place: LinePlace): Promise<LineStanding>;
  /** Takes it out of its line. */
  leave(operationId: OperationId): Promise<void>;
  /**
   * Makes the first of this line due, unless one of it is out; what ended meanwhile is dropped on the way. False when
   * nobody is left in it.
   */
  letOut(endpointId: WebhookEndpointId, connectionId: ConnectionId, now: Date): Promise<boolean>;
  /** As `letOut`, for at most `limit` lines of the endpoint of which none is out; returns how many lines there were. */
  letOutAll(endpointId: WebhookEndpointId, now: Date, limit: number): Promise<number>;
  /** Makes the first of all its lines due and returns it; undefined when nobody waits. */
  letOutFirst(endpointId: WebhookEndpointId, now: Date): Promise<OperationId | undefined>;
  /** Puts at most `limit` deliveries that wait for a retry later than `now` in line; returns how many. */
  gather(endpointId: WebhookEndpointId, now: Date, limit: number): Promise<number>;
  /** Takes out at most `limit` that were let out and have ended since without leaving. */
  dropEnded(endpointId: WebhookEndpointId, limit: number): Promise<void>;
  isEmpty(endpointId: WebhookEndpointId): Promise<boolean>;
  /** Forgets at most `limit` places of the endpoint; returns how many. */
  clear(endpointId: WebhookEndpointId, limit: number): Promise<number>;
}
