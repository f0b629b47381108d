// Joins what is kept of one subject into one story: request, operation, steps, provider calls, events, deliveries.
import type { Plane } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import type { Event } from '../../domain/event.ts';
import { type DeliveryId, type EventId, isId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { requestMinutesMax, type Timeline, timelineOfEntries } from '../../domain/timeline.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { entriesOf, type TimelineFacts } from './entries-of.ts';

/** Whose story is told. */
export type TimelineSubject =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'event'; readonly event: Event };

/** What is read of each at most. */
const eventsMax = 200;
const deliveriesMax = 100;
const callsMax = 200;
const auditMax = 100;

/** A fixed number of queries, each on an index, whatever the subject has been through. */
export function timelineOf({ storage }: Pick<CorePorts, 'storage'>) {
  return async (plane: Plane, subject: TimelineSubject): Promise<Timeline> => {
    const whole = completeness();
    const operation = await operationOf(storage, plane, subject);
    const { requestId, createdAt: beganAt } =
      operation ?? (subject.kind === 'event' ? subject.event : subject.operation);
    const events = whole.cut(await eventsOf(storage, plane, subject), eventsMax);
    const [deliveries, byOperation, byRequest] = await Promise.all([
      deliveriesOf(storage, plane, subject, events),
      operation ? storage.providerCalls.listByOperation(plane, operation.id, callsMax + 1) : [],
      storage.providerCalls.listByRequest(plane, requestId, around(beganAt), callsMax + 1),
    ]);
    const shown = whole.cut(deliveries, deliveriesMax);
    const calls = [...whole.cut(byOperation, callsMax), ...whole.cut(byRequest, callsMax)];
    const subjects = [...(operation ? [operation.id] : []), ...shown.map(({ id }) => id)];
    const audit = whole.cut(await storage.audit.listBySubjects(plane.organizationId, subjects, auditMax + 1), auditMax);
    const facts: TimelineFacts = { requestId, beganAt, operation, events, deliveries: shown, calls, audit };
    return timelineOfEntries(entriesOf(facts), whole.isWhole());
  };
}

async function operationOf(stores: Stores, plane: Plane, subject: TimelineSubject): Promise<Operation | undefined> {
  if (subject.kind === 'operation') return subject.operation;
  const { operationId } = subject.event;
  return operationId === null ? undefined : stores.operations.find(plane, operationId);
}

/** A delivery's operation announces nothing: its event is the one that it delivers. */
async function eventsOf({ events }: Stores, plane: Plane, subject: TimelineSubject): Promise<readonly Event[]> {
  if (subject.kind === 'event') return [subject.event];
  const { operation } = subject;
  if (operation.type !== 'webhook.deliver') return events.listByOperation(plane, operation.id, eventsMax + 1);
  const eventId = idIn(operation, 'event_id', 'evt');
  const event = eventId && (await events.find(plane, eventId));
  return event ? [event] : [];
}

async function deliveriesOf(
  { deliveries }: Stores,
  plane: Plane,
  subject: TimelineSubject,
  events: readonly Event[],
): Promise<readonly Delivery[]> {
  if (subject.kind === 'operation' && subject.operation.type === 'webhook.deliver') {
    const deliveryId = idIn(subject.operation, 'delivery_id', 'dlv');
    const delivery = deliveryId && (await deliveries.find(plane, deliveryId));
    return delivery ? [delivery] : [];
  }
  return deliveries.listByEvents(
    plane,
    events.map(({ id }) => id),
    deliveriesMax + 1,
  );
}

function idIn(operation: Operation, name: string, prefix: 'evt'): EventId | undefined;
function idIn(operation: Operation, name: string, prefix: 'dlv'): DeliveryId | undefined;
function idIn({ input }: Operation, name: string, prefix: 'evt' | 'dlv'): string | undefined {
  const value = input[name];
  return typeof value === 'string' && isId(prefix, value) ? value : undefined;
}

function around(at: Date): { from: Date; until: Date } {
  const spanMs = requestMinutesMax * 60_000;
  return { from: new Date(at.getTime() - spanMs), until: new Date(at.getTime() + spanMs) };
}

/** Notes whether anything was cut off. */
export function completeness() {
  let isWhole = true;
  return {
    isWhole: () => isWhole,
    cut<T>(newestFirst: readonly T[], max: number): readonly T[] {
      if (newestFirst.length > max) isWhole = false;
      return newestFirst.slice(0, max);
    },
  };
}
