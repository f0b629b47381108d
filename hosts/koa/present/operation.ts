import {
  type Operation,
  type OperationAttempt,
  type OperationError,
  type OperationErrorShape,
  type OperationReplay,
  type OperationShape,
  type OperationStep,
  waitingFor,
} from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

export function presentOperation(operation: Operation): OperationShape {
  return {
    operation_id: operation.id,
    type: operation.type,
    state: operation.state,
    connection_id: operation.connectionId,
    environment: operation.environment,
    input: operation.input,
    result: operation.result,
    error: presentFailure(operation.error),
    steps: operation.steps.map(presentStep),
    attempts: operation.attempts.map(presentAttempt),
    run: operation.run,
    attempt_count: operation.attemptCount,
    max_attempts: operation.maxAttempts,
    next_attempt_at: presentTimeOrNull(operation.nextAttemptAt),
    waiting_for: waitingFor(operation),
    lease_expires_at: presentTimeOrNull(operation.leaseExpiresAt),
    replays: operation.replays.map(presentReplay),
    metadata: operation.metadata,
    request_id: operation.requestId,
    created_at: presentTime(operation.createdAt),
    started_at: presentTimeOrNull(operation.startedAt),
    updated_at: presentTime(operation.updatedAt),
    finished_at: presentTimeOrNull(operation.finishedAt),
  };
}

function presentStep(step: OperationStep): OperationShape['steps'][number] {
  return {
    name: step.name,
    state: step.state,
    result: step.result,
    error: presentFailure(step.error),
    started_at: presentTime(step.startedAt),
    finished_at: presentTime(step.finishedAt),
  };
}

function presentAttempt(attempt: OperationAttempt): OperationShape['attempts'][number] {
  return {
    run: attempt.run,
    number: attempt.number,
    started_at: presentTime(attempt.startedAt),
    finished_at: presentTime(attempt.finishedAt),
    outcome: attempt.outcome,
    error: presentFailure(attempt.error),
  };
}

function presentReplay(replay: OperationReplay): OperationShape['replays'][number] {
  return {
    at: presentTime(replay.at),
    actor: replay.actor,
    reason: replay.reason,
    previous_state: replay.previousState,
    previous_attempt_count: replay.previousAttemptCount,
  };
}

function presentFailure(error: OperationError | null): OperationErrorShape | null {
  if (error === null) return null;
  return {
    code: error.code,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    message: error.message,
    retryable: error.retryable,
    ...(error.outcome === undefined ? {} : { outcome: error.outcome }),
  };
}
