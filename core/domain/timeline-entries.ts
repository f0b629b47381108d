// How each thing that is kept of some work reads in its timeline. Never what was sent or answered, only that it was.
import type { AuditEntry } from './caller.ts';
import type { Delivery } from './delivery.ts';
import type { Event } from './event.ts';
import type { RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Operation, OperationAttempt, OperationError, OperationReplay, OperationStep } from './operation.ts';
import type { ProviderCall } from './provider-call.ts';
import type { TimelineEntry } from './timeline.ts';

/** `details`: none. */
export function requestEntry(requestId: RequestId, at: Date, isNotification: boolean): TimelineEntry {
  const title = isNotification ? 'Notification received from the provider' : 'Request received';
  return { at, kind: 'request', id: null, title, requestId, operationId: null, details: {} };
}

/** Two or three entries; `details`: `phase` (created, started, finished), `type`, `connection_id`, `state`, `run`, `error`. */
export function operationEntries(operation: Operation): readonly TimelineEntry[] {
  const { type, state, createdAt, startedAt, finishedAt } = operation;
  const entry = (at: Date, title: string, phase: string, more: JsonObject = {}): TimelineEntry => ({
    ...of(operation),
    at,
    kind: 'operation',
    id: operation.id,
    title,
    details: { phase, type, connection_id: operation.connectionId, ...more },
  });
  const end = { state, run: operation.run, error: failure(operation.error) };
  return [
    entry(createdAt, `Operation created: ${type}`, 'created'),
    ...(startedAt ? [entry(startedAt, 'Operation started', 'started')] : []),
    ...(finishedAt ? [entry(finishedAt, `Operation ended: ${state}`, 'finished', end)] : []),
  ];
}

/** `details`: `run`, `number`, `outcome`, `error`, `finished_at`, `duration_ms`. */
export function attemptEntry(operation: Operation, attempt: OperationAttempt): TimelineEntry {
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
export function stepEntry(operation: Operation, step: OperationStep): TimelineEntry {
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
export function callEntry(call: ProviderCall): TimelineEntry {
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
export function eventEntry({ id, type, connectionId, sequence, createdAt, ...event }: Event): TimelineEntry {
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

/** `details`: `actor`, `reason`, `previous_state`, `previous_attempt_count`. */
export function replayEntry(operation: Operation, replay: OperationReplay, requestId: RequestId | null): TimelineEntry {
  const { actor, reason, previousState, previousAttemptCount } = replay;
  return {
    at: replay.at,
    kind: 'replay',
    id: operation.id,
    title: `Replayed: ${reason}`,
    requestId,
    operationId: operation.id,
    details: { actor, reason, previous_state: previousState, previous_attempt_count: previousAttemptCount },
  };
}

/** A replay of which only the audit log tells: a delivery's, seen from its event. `details` as for a replay. */
export function replayedEntry({ at, actor, subject, requestId, details }: AuditEntry): TimelineEntry {
  const title = `Replayed: ${String(details['reason'] ?? '')}`;
  return { at, kind: 'replay', id: subject, title, requestId, operationId: null, details: { ...details, actor } };
}

/** `details`: `actor`, `action`, `subject`, and what the act's own record says. */
export function auditEntry({ id, at, actor, action, subject, requestId, details }: AuditEntry): TimelineEntry {
  return {
    at,
    kind: 'audit',
    id,
    title: `Audit: ${action}`,
    requestId,
    operationId: null,
    details: { ...details, actor, action, subject },
  };
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
