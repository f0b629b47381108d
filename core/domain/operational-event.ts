// Events about the service's own work, which stand in no connection's sequence. Each is declared here once; the API's
// document, the pages of the documentation, alerts and the console follow.

import type { Plane } from './caller.ts';
import type { ConnectionId, EventId } from './ids.ts';
import type { OperationError } from './operation.ts';

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
  'delivery.given_up': {
    means: 'a delivery ended as `failed` or `dead_letter`: its event was not delivered to this endpoint',
    subject: 'webhook_endpoint',
    once: 'once for each end of a delivery; those that a disabled endpoint leaves are told together, up to 500 in one event',
    since: 'the time at which the first of them was queued',
    wellAgain: null,
  },
  'operation.dead_lettered': {
    means: 'an operation failed at every attempt and is left to a person, who can replay it',
    subject: 'operation',
    once: 'once for each run of an operation, but for syncs and deliveries, which have events of their own',
    since: 'the time at which the operation was queued',
    wellAgain: null,
  },
  'operation.awaiting_approval': {
    means: 'a write that an agent’s key asked for waits for a member, who approves or declines it in the console',
    subject: 'operation',
    once: 'once for each write that waits',
    since: 'the time at which it was proposed',
    wellAgain: 'its approval, its decline, its cancellation or its end without a decision',
  },
  'operation.approved': {
    means: 'a member approved a write that waited; a worker makes it now',
    subject: 'operation',
    once: 'once for each write that waited',
    since: 'the time at which it was proposed',
    wellAgain: null,
  },
  'operation.declined': {
    means: 'a member declined a write that waited; nothing was written',
    subject: 'operation',
    once: 'once for each write that waited',
    since: 'the time at which it was proposed',
    wellAgain: null,
  },
  'sync.failed': {
    means: 'a sync, a reconciliation or a walk of followed families ended as `failed` or `dead_letter`',
    subject: 'connection',
    once: 'once for each run of a sync',
    since: 'the last sync that ended well; the connection’s creation if there was none',
    wellAgain: 'a sync of the connection that ends well',
  },
  'budget.low': {
    means: 'more than 80 % of the calls that a connection may make in a day are used',
    subject: 'connection',
    once: 'once a day (UTC) and connection',
    since: 'the beginning of the day',
    wellAgain: null,
  },
  'connections.near_limit': {
    means: 'an organization has at least 90 % of the connections that its plan allows',
    subject: 'organization',
    once: 'once for each time that 90 % is reached, in both environments',
    since: 'the time of the change',
    wellAgain: null,
  },
  'key.expiring': {
    means: 'an API key ends within 14 days',
    subject: 'api_key',
    once: 'once for a key’s end, at 06:00 UTC of the first day with at most 14 days left; not for keys that were made for 14 days or less, nor for rolled ones',
    since: 'the time at which 14 days were left',
    wellAgain: null,
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

/** Why an operation failed: the reason of its error, else the code. */
export function reasonOfFailure(error: OperationError | null): string | null {
  return error && (ownReason(error.reason ?? null) ?? error.code.toLowerCase());
}

/** Words of this service are short; anything else might quote a provider. */
export function ownReason(reason: string | null): string | null {
  return reason !== null && /^[a-z][a-z0-9_]{0,63}$/.test(reason) ? reason : null;
}

/** What a person can be alerted of: operational events, and a connection that needs a person. */
export const connectionFailing = 'connection.failing';
/** Those who decided know it, and for the others nothing waits any more. */
const notAlerted = ['operation.approved', 'operation.declined'] as const satisfies readonly OperationalEventType[];
type AlertedType = Exclude<OperationalEventType, (typeof notAlerted)[number]>;
export function isAlerted(type: OperationalEventType): type is AlertedType {
  return !(notAlerted as readonly OperationalEventType[]).includes(type);
}
export const alertableKinds = [...operationalEventTypes.filter(isAlerted), connectionFailing] as const;
export type AlertableKind = AlertedType | typeof connectionFailing;

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
