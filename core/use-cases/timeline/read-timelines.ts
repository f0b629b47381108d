// Joins what is stored of a subject: request, operation, steps, provider calls, events, deliveries. A bounded number of
// indexed queries for any subject.
import type { Caller, Plane } from '../../domain/caller.ts';
import type { Event } from '../../domain/event.ts';
import { type ConnectionId, isId, type OperationId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { recordName } from '../../domain/resource.ts';
import { requestMinutesMax, type Timeline, timelineOfEntries } from '../../domain/timeline.ts';
import { entriesOf, type TimelineFacts } from '../../domain/timeline-entries.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { findEvent } from '../events/read-events.ts';
import { findOperation } from '../operations/read-operations.ts';
import { type RecordPath, requireFamily, requireProviderId } from '../resources/resource-target.ts';

/** Most entries of each kind. */
const ofOne = { operations: 1, events: 200, deliveries: 100, calls: 200, audit: 100 };
const ofMany = { operations: 20, events: 50, deliveries: 50, calls: 100, audit: 50 };
/** Searches this many of the connection's calls for those about an invoice. */
const lookedAtMax = 2_000;

/** Each list holds one more than is shown, if there is more. */
interface Found
  extends Pick<TimelineFacts, 'announced' | 'operations' | 'events' | 'walks'>,
    Partial<Pick<TimelineFacts, 'deliveries'>> {
  readonly calls: readonly (readonly ProviderCall[])[];
}

/** Throws NOT_FOUND for others' operations too. */
export function operationTimeline(ports: CorePorts) {
  const { storage } = ports;
  return async (caller: Caller, id: string): Promise<Timeline> => {
    const operation = await findOperation(ports)(caller, id);
    const events = await storage.events.listByOperation(caller, operation.id, ofOne.events + 1);
    const delivered = operation.type === 'webhook.deliver' ? await deliveredBy(storage, caller, operation) : {};
    const calls = await callsOfOne(storage, caller, operation, operation);
    return timelineOf(storage, caller, { operations: [operation], events, calls, ...delivered }, { most: ofOne });
  };
}

/** A delivery's operation announces nothing: its event is the delivered one. */
async function deliveredBy(stores: Stores, plane: Plane, { input }: Operation) {
  const eventId = String(input['event_id']);
  const deliveryId = String(input['delivery_id']);
  const event = isId('evt', eventId) ? await stores.events.find(plane, eventId) : undefined;
  const delivery = isId('dlv', deliveryId) ? await stores.deliveries.find(plane, deliveryId) : undefined;
  return { events: event ? [event] : [], deliveries: delivery ? [delivery] : [] };
}

/** Throws NOT_FOUND for others' events too. */
export function eventTimeline(ports: CorePorts) {
  const { storage } = ports;
  return async (caller: Caller, id: string): Promise<Timeline> => {
    const event = await findEvent(ports)(caller, id);
    const operation = event.operationId ? await storage.operations.find(caller, event.operationId) : undefined;
    const calls = await callsOfOne(storage, caller, operation ?? event, operation);
    const causes = operation ? { operations: [operation] } : { operations: [], announced: event };
    return timelineOf(storage, caller, { ...causes, events: [event], calls }, { most: ofOne });
  };
}

/** Calls of the operation and of its causing request; only those near in time, because callers may repeat request ids. */
function callsOfOne(
  { providerCalls }: Stores,
  plane: Plane,
  { requestId, createdAt }: Operation | Event,
  operation: Operation | undefined,
): Promise<(readonly ProviderCall[])[]> {
  const spanMs = requestMinutesMax * 60_000;
  const around = { from: new Date(createdAt.getTime() - spanMs), until: new Date(createdAt.getTime() + spanMs) };
  return Promise.all([
    operation ? providerCalls.listByOperation(plane, operation.id, ofOne.calls + 1) : [],
    providerCalls.listByRequest(plane, requestId, around, ofOne.calls + 1),
  ]);
}

/** Throws NOT_FOUND for others' connections too. */
export function connectionTimeline(ports: CorePorts) {
  const { storage } = ports;
  return async (caller: Caller, id: string): Promise<Timeline> => {
    const { id: connectionId } = await requireConnection(ports, caller, id);
    const latest = (most: number) => ({ limit: most + 1, page: 1 });
    const { items: events } = await storage.events.list(caller, { connectionId }, latest(ofMany.events));
    const { items: operations } = await storage.operations.list(caller, { connectionId }, latest(ofMany.operations));
    const among = { lookedAt: ofMany.calls + 1 };
    const calls = await storage.providerCalls.listByConnection(caller, connectionId, among, ofMany.calls + 1);
    const walks = (await storage.familyWalks.find([connectionId])).get(connectionId) ?? [];
    const found = { operations, events, calls: [calls], walks };
    return timelineOf(storage, caller, found, { most: ofMany, about: connectionId });
  };
}

export function invoiceTimeline(ports: CorePorts) {
  const ofRecord = recordTimeline(ports);
  return (caller: Caller, connectionId: string, resourceId: string): Promise<Timeline> =>
    ofRecord(caller, { connectionId, type: 'invoices', resourceId });
}

/** Empty for an unknown record. Throws NOT_FOUND for ids of other things. */
export function recordTimeline(ports: CorePorts) {
  const { storage } = ports;
  return async (caller: Caller, path: RecordPath): Promise<Timeline> => {
    const { connection, provider, type } = await requireFamily(ports, caller, path, 'read');
    const { id } = connection;
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    const told = type === 'invoices' ? providerId : resourceIdOf(type, providerId);
    const events = await storage.events.listByRecord(caller, id, told, ofMany.events + 1);
    const announcing = events.slice(0, ofMany.events).flatMap(({ operationId }) => operationId ?? []);
    const ids = [...new Set<OperationId>(announcing)].slice(0, ofMany.operations + 1);
    const announcers = await Promise.all(ids.map((one) => storage.operations.find(caller, one)));
    const operations = announcers.filter((operation) => operation !== undefined);
    const among = { about: recordName(type, providerId), lookedAt: lookedAtMax };
    const calls = await storage.providerCalls.listByConnection(caller, id, among, ofMany.calls + 1);
    return timelineOf(storage, caller, { operations, events, calls: [calls] }, { most: ofMany });
  };
}

/** With `about`, a connection's many operations show only their failures in detail. */
async function timelineOf(
  stores: Stores,
  plane: Plane,
  found: Found,
  { most, about }: { readonly most: typeof ofOne; readonly about?: ConnectionId },
): Promise<Timeline> {
  let isWhole = true;
  const cut = <T>(newestFirst: readonly T[], max: number): readonly T[] => {
    if (newestFirst.length > max) isWhole = false;
    return newestFirst.slice(0, max);
  };
  const operations = cut(found.operations, most.operations);
  const events = cut(found.events, most.events);
  const eventIds = events.map(({ id }) => id);
  const delivered = found.deliveries ?? (await stores.deliveries.listByEvents(plane, eventIds, most.deliveries + 1));
  const deliveries = cut(delivered, most.deliveries);
  const calls = found.calls.flatMap((list) => cut(list, most.calls));
  const subjects = [...(about ? [about] : []), ...[...operations, ...deliveries].map(({ id }) => id)];
  const audit = cut(await stores.audit.listBySubjects(plane.organizationId, subjects, most.audit + 1), most.audit);
  const { announced, walks = [] } = found;
  const facts = { announced, operations, events, deliveries, calls, audit, walks };
  return timelineOfEntries(entriesOf({ ...facts, isBrief: about !== undefined }), isWhole);
}
