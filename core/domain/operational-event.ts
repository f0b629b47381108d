// Events about the service's own work, which stand in no connection's sequence. Each is declared here once; the API's
// document, the pages of the documentation, alerts and the console follow.

import type { Plane } from './caller.ts';
import type { ConnectionId, EventId } from './ids.ts';

/** What an operational event can be about. */
export const operationalSubjects = ['webhook_endpoint', 'operation', 'connection', 'organization', 'api_key'] as const;
export type OperationalSubjectType = (typeof operationalSubjects)[number];

interface OperationalEvent {
  /** What has happened, in the words of the documentation. */
  readonly means: string;
  readonly subject: OperationalSubjectType;
  /** When it is told, and how often. */
  readonly once: string;
  /** What `data.since` says. */
  readonly since: string;
  /** What says that its subject is well again; null if nothing does. */
  readonly wellAgain: string | null;
}

export const operationalEvents = {
  'endpoint.paused': {
    means: 'a webhook endpoint failed ten times in a row: its deliveries are held and one at a time is tried',
    subject: 'webhook_endpoint',
    once: 'once for a pause, and at most once an hour for an endpoint that comes and goes',
    since: 'the first failure of the row',
    wellAgain: '`endpoint.resumed`',
  },
  'endpoint.resumed': {
    means: 'a webhook endpoint that was paused or disabled gets its deliveries again',
    subject: 'webhook_endpoint',
    once: 'once for each `endpoint.paused` and `endpoint.disabled` that ended so',
    since: 'the time of the change',
    wellAgain: null,
  },
  'endpoint.disabled': {
    means:
      'a webhook endpoint was disabled by the service (it answered 410, or five days passed without a success) or by a person',
    subject: 'webhook_endpoint',
    once: 'once for each time',
    since: 'the first failure of the row; the time of the change where a person disabled it',
    wellAgain: '`endpoint.resumed`',
  },
} as const satisfies Readonly<Record<string, OperationalEvent>>;

export type OperationalEventType = keyof typeof operationalEvents;
export const operationalEventTypes = Object.keys(operationalEvents) as readonly OperationalEventType[];

export function isOperational(type: string): type is OperationalEventType {
  return Object.hasOwn(operationalEvents, type);
}

export type SubjectOf<T extends OperationalEventType> = (typeof operationalEvents)[T]['subject'];

export interface OperationalSubject<T extends OperationalSubjectType = OperationalSubjectType> {
  readonly type: T;
  readonly id: string;
  /** A name that people of the organization chose, and that tells nothing of a record. */
  readonly name?: string;
}

export const budgetLowShare = 0.8;
export const nearLimitShare = 0.9;
export const keyExpiringDays = 14;

/** What a person can be alerted of: operational events, and a connection that needs a person. */
export const connectionFailing = 'connection.failing';
export const alertableKinds = [...operationalEventTypes, connectionFailing] as const;
export type AlertableKind = OperationalEventType | typeof connectionFailing;

/** That something which a person can be alerted of began, or is well again. */
export interface Noticed extends Plane {
  readonly kind: AlertableKind;
  readonly isWell: boolean;
  readonly subject: OperationalSubject;
  readonly connectionId: ConnectionId | null;
  /** A word of this service's own, never the provider's; null if there is none. */
  readonly reason: string | null;
  readonly since: Date;
  readonly at: Date;
  /** The operational event that tells the same; null where none does. */
  readonly eventId: EventId | null;
}
