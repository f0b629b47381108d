import type { Plane } from './caller.ts';
import type { ConnectionId, EventId, OperationId, RequestId } from './ids.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { isOperational, type OperationalEventType, operationalEvents } from './operational-event.ts';
import { type SingularOf, singularOf, type ToldType, toldTypes } from './resource.ts';

/** Every type of event about a connection, with what has happened, in the words of the documentation. */
const connectionMeanings = {
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

/** The event that tells of a change of a family's record. */
export type RecordEventType = `${SingularOf<ToldType>}.changed`;

export function recordEventType(type: ToldType): RecordEventType {
  return `${singularOf(type)}.changed`;
}

const recordMeanings = Object.fromEntries(
  toldTypes.map((type) => {
    const name = singularOf(type).replaceAll('_', ' ');
    return [recordEventType(type), `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} was created, changed or deleted`];
  }),
) as Readonly<Record<RecordEventType, string>>;

/** The types whose events are counted by their connection. */
export type SequencedEventType = keyof typeof connectionMeanings | RecordEventType;

/** Every type of event with what has happened, in the words of the documentation. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  ...connectionMeanings,
  ...recordMeanings,
  ...(Object.fromEntries(Object.entries(operationalEvents).map(([type, { means }]) => [type, means])) as Readonly<
    Record<OperationalEventType, string>
  >),
};
export type EventType = SequencedEventType | OperationalEventType;
export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

export interface Event extends Plane {
  readonly id: EventId;
  readonly type: EventType;
  /** Null for an operational event that is about no connection. */
  readonly connectionId: ConnectionId | null;
  /**
   * Counts per connection from 1, without gaps, but that it jumps ahead after the database has lost commits. Null for
   * operational events.
   */
  readonly sequence: number | null;
  /** Equal for two announcements of the same thing: unique per connection, and per plane where there is none. */
  readonly identity: string;
  readonly data: JsonObject;
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  /** The W3C trace context in which it was announced. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

export type EventDraft = Omit<Event, 'sequence'>;
/** An event that its connection will count. */
export type SequencedDraft = EventDraft & { readonly type: SequencedEventType; readonly connectionId: ConnectionId };
export type OperationalDraft = EventDraft & { readonly type: OperationalEventType };

/** An endpoint is never told of itself: neither of its state nor of what was not delivered to it. */
export function isAboutEndpoint({ type, data }: Pick<Event, 'data'> & { readonly type: string }, id: string): boolean {
  const subject = isOperational(type) ? data['subject'] : undefined;
  return isJsonObject(subject) && subject['type'] === 'webhook_endpoint' && subject['id'] === id;
}

/**
 * The record that an event tells of, as `EventStore.listByRecord` finds it: an invoice by the provider's id, any other by its own id,
 * which begins with its family's prefix.
 */
export function recordIdOfEvent({ invoice, record }: JsonObject): string | null {
  if (isJsonObject(invoice)) return textOf(invoice['provider_id']);
  return isJsonObject(record) ? textOf(record['id']) : null;
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

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
