// What is kept of a thing that many requests and operations are about, as one story of the latest of them.
import type { AuditEntry } from '../../domain/audit.ts';
import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { Event } from '../../domain/event.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { type Timeline, type TimelineEntry, timelineOfEntries } from '../../domain/timeline.ts';
import {
  attemptEntry,
  auditEntry,
  callEntry,
  deliveryEntries,
  eventEntry,
  operationEntries,
  replayedEntry,
  requestEntry,
  stepEntry,
} from '../../domain/timeline-entries.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { isReplay } from './entries-of.ts';
import { completeness } from './timeline-of.ts';

export type TimelineThing =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'invoice'; readonly connection: Connection; readonly providerId: string };

/** What is read of each at most; the latest. */
const operationsMax = 20;
const eventsMax = 50;
const deliveriesMax = 50;
const callsMax = 100;
const auditMax = 50;
/** Calls of the connection among which those about an invoice are looked for. */
const lookedAtMax = 2_000;

/** A bounded number of queries, each on an index, whatever the thing has been through. */
export function thingTimeline({ storage }: Pick<CorePorts, 'storage'>) {
  return async (plane: Plane, thing: TimelineThing): Promise<Timeline> => {
    const whole = completeness();
    const events = whole.cut(await eventsOf(storage, plane, thing), eventsMax);
    const operations = whole.cut(await operationsOf(storage, plane, thing, events), operationsMax);
    const calls = whole.cut(await callsOf(storage, plane, thing), callsMax);
    const eventIds = events.map(({ id }) => id);
    const deliveries = whole.cut(
      await storage.deliveries.listByEvents(plane, eventIds, deliveriesMax + 1),
      deliveriesMax,
    );
    const subjects = [
      ...(thing.kind === 'connection' ? [thing.connection.id] : []),
      ...[...operations, ...deliveries].map(({ id }) => id),
    ];
    const audit = whole.cut(await storage.audit.listBySubjects(plane.organizationId, subjects, auditMax + 1), auditMax);
    const entries = [
      ...requestsOf(operations, calls),
      ...operations.toReversed().flatMap((operation) => operationStory(operation, thing)),
      ...audit.toReversed().map(actEntry),
      ...calls.toReversed().map(callEntry),
      ...events.toReversed().map(eventEntry),
      ...deliveries.toReversed().flatMap(deliveryEntries),
    ];
    return timelineOfEntries(entries, whole.isWhole());
  };
}

async function eventsOf({ events }: Stores, plane: Plane, thing: TimelineThing): Promise<readonly Event[]> {
  const connectionId = thing.connection.id;
  if (thing.kind === 'invoice') return events.listByInvoice(plane, connectionId, thing.providerId, eventsMax + 1);
  return (await events.list(plane, { connectionId }, { limit: eventsMax + 1, page: 1 })).items;
}

/** Of an invoice those that announced it. */
async function operationsOf(
  { operations }: Stores,
  plane: Plane,
  thing: TimelineThing,
  events: readonly Event[],
): Promise<readonly Operation[]> {
  if (thing.kind === 'connection') {
    const filter = { connectionId: thing.connection.id };
    return (await operations.list(plane, filter, { limit: operationsMax + 1, page: 1 })).items;
  }
  const isOperation = (id: OperationId | null): id is OperationId => id !== null;
  const ids = [...new Set(events.map(({ operationId }) => operationId).filter(isOperation))];
  const found = await Promise.all(ids.slice(0, operationsMax + 1).map((id) => operations.find(plane, id)));
  return found.filter((operation) => operation !== undefined);
}

function callsOf({ providerCalls }: Stores, plane: Plane, thing: TimelineThing): Promise<readonly ProviderCall[]> {
  const among =
    thing.kind === 'invoice' ? { part: thing.providerId, lookedAt: lookedAtMax } : { lookedAt: callsMax + 1 };
  return providerCalls.listByConnection(plane, thing.connection.id, among, callsMax + 1);
}

/** Every request once, no later than the first that is known of it. */
function requestsOf(operations: readonly Operation[], calls: readonly ProviderCall[]): readonly TimelineEntry[] {
  const notified = new Set(
    operations.filter(({ type }) => type === 'notification.process').map((one) => one.requestId),
  );
  const began = new Map<ProviderCall['requestId'], Date>();
  const seen = [
    ...operations.map(({ requestId, createdAt: at }) => ({ requestId, at })),
    ...calls.filter(({ operationId }) => operationId === null),
  ];
  for (const { requestId, at } of seen) {
    const known = began.get(requestId);
    if (!known || at < known) began.set(requestId, at);
  }
  return [...began].map(([requestId, at]) => requestEntry(requestId, at, notified.has(requestId)));
}

/** On a connection an operation is one of many: of its attempts only those that went wrong are told. */
function operationStory(operation: Operation, { kind }: TimelineThing): readonly TimelineEntry[] {
  const attempts = operation.attempts.filter(({ outcome }) => kind === 'invoice' || outcome !== 'succeeded');
  return [
    ...operationEntries(operation),
    ...attempts.map((attempt) => attemptEntry(operation, attempt)),
    ...(kind === 'invoice' ? operation.steps.map((step) => stepEntry(operation, step)) : []),
  ];
}

function actEntry(entry: AuditEntry): TimelineEntry {
  return isReplay(entry) ? replayedEntry(entry) : auditEntry(entry);
}
