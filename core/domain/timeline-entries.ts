// How each thing that is stored of some work reads in its timeline. Never what was sent or answered, only that it was.
import type { AuditEntry } from './caller.ts';
import type { Delivery } from './delivery.ts';
import type { Event } from './event.ts';
import type { RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Operation, OperationAttempt, OperationError, OperationStep } from './operation.ts';
import type { ProviderCall } from './provider-call.ts';
import type { TimelineEntry } from './timeline.ts';

/** What is known of a subject, newest first in each list. */
export interface TimelineFacts {
  /** The event, where no operation announced it. */
  readonly announced?: Event | undefined;
  readonly operations: readonly Operation[];
  readonly events: readonly Event[];
  readonly deliveries: readonly Delivery[];
  readonly calls: readonly ProviderCall[];
  readonly audit: readonly AuditEntry[];
  /** Of each operation only the attempts that went wrong, and no steps. */
  readonly isBrief: boolean;
}

/** Entries that share a millisecond keep this order: causes before what they caused. */
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
  ];
}

/** Every request once, no later than the first that is known of it; `details`: none. */
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

/** None before it is reached. `details`: `phase`, `type`, `connection_id`; of the end also `state`, `run`, `error`. */
function phaseEntry(operation: Operation, phase: 'created' | 'started' | 'finished'): readonly TimelineEntry[] {
  const { id, type, state, run, connectionId } = operation;
  const at = operation[`${phase}At`];
  if (at === null) return [];
  const titles = {
    created: `Operation created: ${type}`,
    started: 'Operation started',
    finished: `Operation ended: ${state}`,
  };
  const end = phase === 'finished' ? { state, run, error: failure(operation.error) } : {};
  const details = { phase, type, connection_id: connectionId, ...end };
  return [{ ...of(operation), at, kind: 'operation', id, title: titles[phase], details }];
}

/** `details`: `run`, `number`, `outcome`, `error`, `finished_at`, `duration_ms`. */
function attemptEntry(operation: Operation, attempt: OperationAttempt): TimelineEntry {
  const { run, number, outcome } = attempt;
  return {
    ...of(operation),
    at: attempt.startedAt,
    kind: 'attempt',
    id: null,
    title: `${run > 1 ? `Run ${run}, attempt` : 'Attempt'} ${number}: ${outcome}`,
    details: { run, number, outcome, error: failure(attempt.error), ...lasting(attempt) },
  };
}

/** `details`: `name`, `state`, `error`, `finished_at`, `duration_ms`. */
function stepEntry(operation: Operation, step: OperationStep): TimelineEntry {
  const { name, state } = step;
  return {
    ...of(operation),
    at: step.startedAt,
    kind: 'step',
    id: null,
    title: `Step ${name}: ${state}`,
    details: { name, state, error: failure(step.error), ...lasting(step) },
  };
}

/** `details`: `connection_id`, `method`, `path`, `status` (null: no answer), `bytes_in`, `duration_ms`. */
function callEntry(call: ProviderCall): TimelineEntry {
  const { method, path, status, operationId, requestId } = call;
  return {
    at: call.at,
    kind: 'provider_call',
    id: null,
    title: `${method} ${path}: ${status ?? 'no answer'}`,
    requestId,
    operationId,
    details: {
      connection_id: call.connectionId,
      method,
      path,
      status,
      bytes_in: call.bytesIn,
      duration_ms: call.durationMs,
    },
  };
}

/** `details`: `type`, `connection_id`, `sequence`. */
function eventEntry({ id, type, connectionId, sequence, createdAt, ...event }: Event): TimelineEntry {
  const { requestId, operationId } = event;
  const details = { type, connection_id: connectionId, sequence };
  return { at: createdAt, kind: 'event', id, title: `Event ${type}`, requestId, operationId, details };
}

/** The delivery (`details`: `event_id`, `event_type`, `webhook_endpoint_id`, `state`, `next_attempt_at`) and its attempts. */
export function deliveryEntries(delivery: Delivery): readonly TimelineEntry[] {
  const { id, state, eventType, requestId, operationId, nextAttemptAt } = delivery;
  // What has no time of its own waits for its endpoint: it is not being retried.
  const isHeld = nextAttemptAt === null && (state === 'queued' || state === 'retrying');
  const common = { id, requestId, operationId };
  const details = {
    event_id: delivery.eventId,
    event_type: eventType,
    webhook_endpoint_id: delivery.endpointId,
    state,
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  };
  return [
    {
      ...common,
      at: delivery.createdAt,
      kind: 'delivery',
      title: `Delivery of ${eventType}: ${isHeld ? 'held' : state}`,
      details,
    },
    ...delivery.attempts.map((attempt): TimelineEntry => {
      const { run, number, responseStatus, error } = attempt;
      return {
        ...common,
        at: attempt.at,
        kind: 'delivery_attempt',
        title: `${run > 1 ? `Run ${run}, delivery` : 'Delivery'} attempt ${number}: ${responseStatus ?? 'no answer'}`,
        details: { run, number, response_status: responseStatus, error, duration_ms: attempt.durationMs },
      };
    }),
  ];
}

/**
 * `details`: what the act's own record says, and `actor`; of a replay `reason`, `previous_state` and
 * `previous_attempt_count` among it, of any other act also `action` and `subject`.
 */
function actEntry(act: AuditEntry, { operations, deliveries }: TimelineFacts): TimelineEntry {
  const { id, at, actor, action, subject, requestId, details } = act;
  if (!action.endsWith('.replayed')) {
    const all = { ...details, actor, action, subject };
    return { at, kind: 'audit', id, title: `Audit: ${action}`, requestId, operationId: null, details: all };
  }
  const delivery = deliveries.find((one) => one.id === subject);
  const replayed = operations.find((one) => one.id === subject || one.id === delivery?.operationId);
  const title = `Replayed: ${String(details['reason'] ?? '')}`;
  const of = { id: replayed?.id ?? subject, operationId: replayed?.id ?? null };
  return { ...of, at, kind: 'replay', title, requestId, details: { ...details, actor } };
}

function of({ id, requestId }: Operation): Pick<TimelineEntry, 'operationId' | 'requestId'> {
  return { operationId: id, requestId };
}

function lasting({ startedAt, finishedAt }: { readonly startedAt: Date; readonly finishedAt: Date }): JsonObject {
  return { finished_at: finishedAt.toISOString(), duration_ms: finishedAt.getTime() - startedAt.getTime() };
}

function failure(error: OperationError | null): JsonObject | null {
  if (error === null) return null;
  const { code, reason, message, retryable, outcome } = error;
  return { code, ...(reason ? { reason } : {}), message, retryable, ...(outcome ? { outcome } : {}) };
}
