// Who is told when something needs a person, and what each was told so far. This page holds every rule of when a message
// goes out:
//
// | of one subject, at one destination                     | message                                             |
// |--------------------------------------------------------|-----------------------------------------------------|
// | it happens, and no message in the hour before          | at once                                             |
// | it happens again within the hour                       | none; counted into the next, when the hour is over  |
// | it is well again, and the last message said it is not  | at once, with what happened since that message      |
// | it is well again before any message said it was not    | the next one tells both                             |
//
// A destination gets at most 30 messages an hour: what comes beyond is told together in one more.
import { isAhead } from './ahead.ts';
import type { Environment, Plane } from './caller.ts';
import type { AlertDestinationId, OperationId, OrganizationId } from './ids.ts';
import {
  type AlertableKind,
  alertableKinds,
  connectionFailing,
  isOperational,
  type OperationalSubjectType,
  operationalEvents,
} from './operational-event.ts';

export const alertWays = ['email', 'slack'] as const;
export type AlertWay = (typeof alertWays)[number];

export const alertDestinationsMost = 20;
export const alertTestsAnHour = 20;
export const alertMessagesAnHour = 30;
export const alertHourMs = 3_600_000;

export interface AlertDestination {
  readonly id: AlertDestinationId;
  readonly organizationId: OrganizationId;
  readonly kind: AlertWay;
  /** What people may see: an e-mail address, or of a webhook its origin and last four characters. */
  readonly address: string;
  /** The webhook's whole address, which is its secret; null for e-mail. */
  readonly sealedAddress: string | null;
  readonly environments: readonly Environment[];
  /** `['*']` means every kind, also those to come. */
  readonly events: readonly (AlertableKind | '*')[];
  readonly weeklySummary: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Of any message, also of a test. */
  readonly lastSentAt: Date | null;
  /** Why the latest attempt failed; null once one succeeded since. */
  readonly lastError: string | null;
  /** The hour in which messages are counted, and how many were sent in it. */
  readonly hourFrom: Date | null;
  readonly hourSent: number;
}

/** What happened to which subject. */
export interface Happening extends Plane {
  readonly event: AlertableKind;
  readonly subject: { readonly type: OperationalSubjectType; readonly id: string; readonly name: string | null };
  /** Since when it lasts. */
  readonly since: Date;
  readonly at: Date;
}

/** The end of what happened: `events` of this subject are well again. */
export interface WellAgain extends Plane {
  readonly events: readonly AlertableKind[];
  readonly subjectId: string;
  readonly at: Date;
}

/** What one destination is to be told, or was told, of one subject's events of one kind. */
export interface Alert extends Plane {
  readonly destinationId: AlertDestinationId;
  readonly event: AlertableKind;
  readonly subjectType: OperationalSubjectType;
  readonly subjectId: string;
  readonly subjectName: string | null;
  readonly since: Date;
  readonly lastAt: Date;
  /** How often it happened since the last message that told of it. */
  readonly untold: number;
  /** When it became well again; null while it is not, and for events that have no end. */
  readonly wellAt: Date | null;
  /** True if the last message said that it is not well, so that one must follow when it is. */
  readonly awaitsEnd: boolean;
  /** The last message that told of a happening: the next comes an hour later. */
  readonly toldAt: Date | null;
  /** The operation that is to tell; null if none is queued. */
  readonly operationId: OperationId | null;
  /** When a message was last being sent. */
  readonly triedAt: Date | null;
  /** When a sweep looks at it next; null when there is nothing to tell. */
  readonly dueAt: Date | null;
}

export type AlertKey = Pick<Alert, 'destinationId' | 'environment' | 'event' | 'subjectId'>;

/** True if a message follows when the subject is well again. */
export function hasEnd(event: AlertableKind): boolean {
  return !isOperational(event) || operationalEvents[event].wellAgain !== null;
}

/**
 * A resumed endpoint is the end of a paused or disabled one and is told as such; by itself only where a destination wants
 * neither of these.
 */
export function wantsAlert(
  { environments, events }: Pick<AlertDestination, 'environments' | 'events'>,
  of: Pick<Happening, 'environment' | 'event'>,
): boolean {
  if (!environments.includes(of.environment)) return false;
  const wanted = new Set(events.includes('*') ? alertableKinds : events);
  if (of.event !== 'endpoint.resumed') return wanted.has(of.event);
  return wanted.has('endpoint.resumed') && !wanted.has('endpoint.paused') && !wanted.has('endpoint.disabled');
}

/** Of a subject of which this destination was told nothing. */
export function newAlert(destinationId: AlertDestinationId, happening: Happening): Alert {
  const { organizationId, environment, event, subject, since, at } = happening;
  return {
    organizationId,
    environment,
    destinationId,
    event,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectName: subject.name,
    since,
    lastAt: at,
    untold: 0,
    wellAt: null,
    awaitsEnd: false,
    toldAt: null,
    operationId: null,
    triedAt: null,
    dueAt: null,
  };
}

/** That a connection does not work is a state, which is seen again and again, and counts once. */
export function happened(alert: Alert, { subject, since, at }: Happening): Alert {
  const isKnown = alert.event === connectionFailing && alert.wellAt === null && (alert.untold > 0 || alert.awaitsEnd);
  if (isKnown) return alert;
  const isNew = alert.untold === 0 && (!alert.awaitsEnd || alert.wellAt !== null);
  return {
    ...alert,
    subjectName: subject.name ?? alert.subjectName,
    since: isNew ? since : alert.since,
    lastAt: at,
    untold: alert.untold + 1,
    wellAt: null,
  };
}

/** Changes nothing of what was well, or of what nobody is to be told of. */
export function becameWell(alert: Alert, at: Date): Alert {
  const isOpen = alert.wellAt === null && hasEnd(alert.event) && (alert.awaitsEnd || alert.untold > 0);
  return isOpen ? { ...alert, wellAt: at } : alert;
}

/** `happened`: it is not well; `over`: it happened and is well again, in one message; `well`: only that it is well. */
export type Saying =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly at: Date }
  | { readonly kind: 'happened' | 'over' | 'well' };

export function sayingOf(alert: Alert, now: Date): Saying {
  const { untold, wellAt, awaitsEnd, toldAt } = alert;
  if (wellAt !== null && awaitsEnd) return { kind: 'well' };
  if (untold === 0) return { kind: 'nothing' };
  const next = toldAt === null || isAhead(toldAt, now) ? now : new Date(toldAt.getTime() + alertHourMs);
  if (next > now) return { kind: 'later', at: next };
  return { kind: wellAt === null ? 'happened' : 'over' };
}

/** After a message made of `told`; `latest` has what came while it was sent. */
export function afterTold(latest: Alert, told: Alert, now: Date): Alert {
  const saying = sayingOf(told, now).kind;
  const saidWell = told.wellAt !== null;
  return {
    ...latest,
    untold: Math.max(0, latest.untold - told.untold),
    awaitsEnd: !saidWell && hasEnd(told.event),
    toldAt: saying === 'well' ? latest.toldAt : now,
  };
}

/** The hour's count after one message more; an hour that lies ahead was begun by a wrong clock. */
export function afterMessage(destination: AlertDestination, now: Date): AlertDestination {
  const { hourFrom, hourSent } = hourOf(destination, now);
  return { ...destination, hourFrom, hourSent: hourSent + 1, lastSentAt: now, lastError: null };
}

function hourOf(
  { hourFrom, hourSent }: AlertDestination,
  now: Date,
): Pick<AlertDestination, 'hourSent'> & { hourFrom: Date } {
  const isCurrent = hourFrom !== null && !isAhead(hourFrom, now) && now.getTime() - hourFrom.getTime() < alertHourMs;
  return isCurrent ? { hourFrom, hourSent } : { hourFrom: now, hourSent: 0 };
}

/** Whether the next message tells of one subject, of all that there is to tell, or waits for the end of the hour. */
export function roomOf(destination: AlertDestination, now: Date): 'one' | 'all' | 'none' {
  const { hourSent } = hourOf(destination, now);
  if (hourSent < alertMessagesAnHour) return 'one';
  return hourSent === alertMessagesAnHour ? 'all' : 'none';
}

export function hourEnd(destination: AlertDestination, now: Date): Date {
  return new Date(hourOf(destination, now).hourFrom.getTime() + alertHourMs);
}

const mailForm =
  /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?=.{3,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** One address in ASCII, so that nothing in it is a second address or a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && mailForm.test(text) && !/^\.|\.\.|\.@/.test(text);
}

/** What people may see of a webhook's address: who knows its whole can write into the channel. */
export function shownWebhook(url: string): string {
  return `${new URL(url).origin}/…${url.slice(-4)}`;
}
