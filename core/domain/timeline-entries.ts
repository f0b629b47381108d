// Makes a timeline's entries from stored work. They tell that something was sent or answered, never its content.
import type { AuditEntry } from './caller.ts';
import type { Delivery } from './delivery.ts';
import type { Event } from './event.ts';
import type { FamilyWalk } from './follow.ts';
import type { RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Operation, OperationAttempt, OperationStep } from './operation.ts';
import { waitingFor } from './operation-moves.ts';
import type { ProviderCall } from './provider-call.ts';
import type { TimelineEntry } from './timeline.ts';

export interface TimelineFacts {
  /** The event, if no operation announced it. */
  readonly announced?: Event | undefined;
  readonly operations: readonly Operation[];
  readonly events: readonly Event[];
  readonly deliveries: readonly Delivery[];
  readonly calls: readonly ProviderCall[];
  readonly audit: readonly AuditEntry[];
  /** How a connection's families were last walked. */
  readonly walks?: readonly FamilyWalk[];
  /** Shows only failed attempts, and no steps. */
  readonly isBrief: boolean;
}

/** Entries that share a millisecond keep this order: causes before effects. */
export function entriesOf(facts: TimelineFacts): readonly TimelineEntry[] {
  const { events, deliveries, calls, audit, isBrief } = facts;
  const operations = facts.operations.toReversed();
  const shown = ({ outcome }: OperationAttempt) => !isBrief || outcome !== 'succeeded';
  return [
    ...requestEntries(facts),
    ...operations.flatMap((one) => phaseEntry(one, 'created')),
    ...audit.toReversed().map((act) => actEntry(act, facts)),
    ...operations.flatMap((one) => phaseEntry(one, 'started')),
    ...operations.flatMap((one) => one.attempts.filter(shown).map((attempt) => attemptEntry(one, attempt))),
    ...operations.flatMap((one) => (isBrief ? [] : one.steps.map((step) => stepEntry(one, step)))),
    ...calls.toReversed().map(callEntry),
    ...events.toReversed().map(eventEntry),
    ...deliveries.toReversed().flatMap(deliveryEntries),
    ...operations.flatMap((one) => phaseEntry(one, 'finished')),
    ...(facts.walks ?? []).map(walkEntry),
  ];
}

/** One entry a request, dated no later than its first known effect. */
function requestEntries({ announced, operations, calls }: TimelineFacts): readonly TimelineEntry[] {
  const began = new Map<RequestId, Date>();
  const causes = announced === undefined ? operations : [announced];
  const seen = [
    ...causes.map(({ requestId, createdAt: at }) => ({ requestId, at })),
    ...calls.filter(({ operationId }) => operationId === null),
  ];
  for (const { requestId, at } of seen) {
    const known = began.get(requestId);
    if (!known || at < known) began.set(requestId, at);
  }
  return [...began].map(([requestId, at]) => {
    const isNotification = operations.some((one) => one.type === 'notification.process' && one.requestId === requestId);
    const title = isNotification ? 'Notification received from the provider' : 'Request received';
    return { at, kind: 'request', id: null, title, requestId, operationId: null, details: {} };
  });
}

function phaseEntry(operation: Operation, phase: 'created' | 'started' | 'finished'): readonly TimelineEntry[] {
  const { id, type, state, run, connectionId, error, nextAttemptAt } = operation;
  const at = operation[`${phase}At`];
  if (at === null) return [];
  const titles = {
    created: `Operation created: ${type}`,
    started: 'Operation started',
    finished: `Operation ended: ${state}`,
  };
  const now = { state, next_attempt_at: nextAttemptAt?.toISOString() ?? null, waiting_for: waitingFor(operation) };
  const states = { created: now, started: {}, finished: { state, run, error } };
  const details = { phase, type, connection_id: connectionId, ...states[phase] };
  return [{ ...of(operation), at, kind: 'operation', id, title: titles[phase], details }];
}

function attemptEntry(operation: Operation, attempt: OperationAttempt): TimelineEntry {
  const { run, number, outcome, error, startedAt: at } = attempt;
  const title = `${run > 1 ? `Run ${run}, attempt` : 'Attempt'} ${number}: ${outcome}`;
  const details = { run, number, outcome, error, ...lasting(attempt) };
  return { ...of(operation), at, kind: 'attempt', id: null, title, details };
}

function stepEntry(operation: Operation, step: OperationStep): TimelineEntry {
  const { name, state, error, startedAt: at } = step;
  const details = { name, state, error, ...lasting(step) };
  return { ...of(operation), at, kind: 'step', id: null, title: `Step ${name}: ${state}`, details };
}

function callEntry({ operationId, requestId, at, connectionId, ...call }: ProviderCall): TimelineEntry {
  const { method, path, status, bytesIn, durationMs } = call;
  const title = `${method} ${path}: ${status ?? 'no answer'}`;
  const details = { connection_id: connectionId, method, path, status, bytes_in: bytesIn, duration_ms: durationMs };
  return { at, kind: 'provider_call', id: null, title, requestId, operationId, details };
}

function eventEntry({ id, type, connectionId, sequence, createdAt, ...event }: Event): TimelineEntry {
  const { requestId, operationId } = event;
  const { change, changed } = event.data;
  const what = typeof change === 'string' && Array.isArray(changed) ? { change, changed } : {};
  const details = { type, connection_id: connectionId, sequence, ...what };
  return { at: createdAt, kind: 'event', id, title: `Event ${type}`, requestId, operationId, details };
}

export function deliveryEntries(delivery: Delivery): readonly TimelineEntry[] {
  const { id, eventId, endpointId, state, eventType, requestId, operationId, nextAttemptAt } = delivery;
  // A delivery without a next attempt is held: its endpoint is paused.
  const isHeld = nextAttemptAt === null && (state === 'queued' || state === 'retrying');
  const common = { id, requestId, operationId };
  const subject = { event_id: eventId, event_type: eventType, webhook_endpoint_id: endpointId };
  const details = { ...subject, state, next_attempt_at: nextAttemptAt?.toISOString() ?? null };
  const title = `Delivery of ${eventType}: ${isHeld ? 'held' : state}`;
  return [
    { ...common, at: delivery.createdAt, kind: 'delivery', title, details },
    ...delivery.attempts.map(({ at, run, number, responseStatus, error, durationMs }): TimelineEntry => {
      const which = `${run > 1 ? `Run ${run}, delivery` : 'Delivery'} attempt ${number}`;
      const made = { run, number, response_status: responseStatus, error, duration_ms: durationMs };
      const title = `${which}: ${responseStatus ?? 'no answer'}`;
      return { ...common, at, kind: 'delivery_attempt', title, details: made };
    }),
  ];
}

/** Dated by the latest try. */
function walkEntry({ type, walkedAt, read, changed, removed, triedAt: at, failure }: FamilyWalk): TimelineEntry {
  const details = { resource_type: type, walked_at: walkedAt?.toISOString() ?? null, read, changed, removed, failure };
  // All that a first walk reads is new.
  const counts = `${read} read, ${changed} new or changed, ${removed} gone`;
  const said = failure === null ? counts : `not walked, ${failure.replaceAll('_', ' ')}`;
  const title = `Last walk of ${type.replaceAll('_', ' ')}: ${said}`;
  return { at, kind: 'walk', id: null, title, requestId: null, operationId: null, details };
}

function actEntry(act: AuditEntry, { operations, deliveries }: TimelineFacts): TimelineEntry {
  const { id, at, actor, actorName, action, subject, requestId } = act;
  const details = { ...act.details, actor, actor_name: actorName };
  if (!action.endsWith('.replayed')) {
    const all = { ...details, action, subject };
    return { at, kind: 'audit', id, title: `Audit: ${action}`, requestId, operationId: null, details: all };
  }
  const delivery = deliveries.find((one) => one.id === subject);
  const replayed = operations.find((one) => one.id === subject || one.id === delivery?.operationId);
  const before = act.details['previous_state'];
  const wasWaiting = before === 'queued' || before === 'retrying';
  const title = `${wasWaiting ? 'Sent now' : 'Replayed'}: ${String(act.details['reason'] ?? '')}`;
  const of = { id: replayed?.id ?? subject, operationId: replayed?.id ?? null };
  return { ...of, at, kind: 'replay', title, requestId, details };
}

function of({ id, requestId }: Operation): Pick<TimelineEntry, 'operationId' | 'requestId'> {
  return { operationId: id, requestId };
}

function lasting({ startedAt, finishedAt }: { readonly startedAt: Date; readonly finishedAt: Date }): JsonObject {
  return { finished_at: finishedAt.toISOString(), duration_ms: finishedAt.getTime() - startedAt.getTime() };
}
