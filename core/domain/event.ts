import type { Plane } from './caller.ts';
import type { ConnectionId, EventId, OperationId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';

/** Every type of event with what has happened, in the words of the documentation. */
export const eventMeanings = {
  'connection.created': 'a customer has connected an organization',
  'connection.updated': 'the status of a connection has changed',
  'connection.disconnected': 'a connection was removed',
  'sync.completed': 'a sync has ended',
  'invoice.updated': 'an invoice was created or changed',
  'invoice.payment_changed': 'the status, paid amount or due amount of an invoice has changed',
  'invoice.paid': 'an invoice is paid in full',
  'automation.succeeded': 'an automation has ended with success',
  'automation.failed': 'an automation has ended without success; some of its writes may have been made',
  'bulk.completed': 'a bulk write has ended; some of its items may have been refused',
} as const;
export type EventType = keyof typeof eventMeanings;
export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

export interface Event extends Plane {
  readonly id: EventId;
  readonly type: EventType;
  readonly connectionId: ConnectionId;
  /** Counts per connection from 1, without gaps, but that it jumps ahead after the database has lost commits. */
  readonly sequence: number;
  /** Equal for two announcements of the same thing: unique per connection. */
  readonly identity: string;
  readonly data: JsonObject;
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  /** The W3C trace context in which it was announced. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

export type EventDraft = Omit<Event, 'sequence'>;

export function invoiceOfEvent({ invoice }: JsonObject): string | null {
  const id = typeof invoice === 'object' && invoice !== null && 'provider_id' in invoice ? invoice.provider_id : null;
  return typeof id === 'string' ? id : null;
}

type SentEvent = Pick<Event, 'id' | 'environment' | 'data' | 'createdAt'> & {
  readonly type: string;
  readonly connectionId: ConnectionId | null;
  readonly sequence: number | null;
};

/** The exact text that is signed and sent, the same at every attempt. */
export function eventBody(event: SentEvent): string {
  return JSON.stringify(eventEnvelope(event));
}

export function eventEnvelope(event: SentEvent): JsonObject {
  return {
    id: event.id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    environment: event.environment,
    api_version: 'v1',
    connection_id: event.connectionId,
    sequence: event.sequence,
    data: event.data,
  };
}
