import type { JsonObject, Operation, OperationAttempt, OperationError, OperationReplay, OperationStep } from '#core';
import { documentOf, documentOrNull, documentText, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { outside, type QueueKeys, type QueuePlace, queueKeysOf, running } from './operation-queue.ts';

export interface OperationRow extends QueueKeys, QueuePlace {
  readonly id: Operation['id'];
  readonly organization_id: Operation['organizationId'];
  readonly environment: Operation['environment'];
  readonly type: Operation['type'];
  readonly state: Operation['state'];
  readonly connection_id: Operation['connectionId'];
  readonly subject: string | null;
  readonly input: string;
  readonly result: string;
  readonly error: string | null;
  readonly attempts: string;
  readonly replays: string;
  readonly run: number;
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly lapses: number;
  /** When it was or is to be claimed; a running operation keeps the moment it fell due. */
  readonly due_at: number | null;
  readonly lease_token: number;
  readonly lease_expires_at: number | null;
  readonly claimed_at: number | null;
  readonly cancel_requested_at: number | null;
  readonly metadata: string;
  readonly request_id: Operation['requestId'];
  readonly created_at: number;
  readonly started_at: number | null;
  readonly updated_at: number;
  readonly finished_at: number | null;
}

export function insertRow(operation: Operation, place: QueuePlace = notQueued(operation)): OperationRow {
  return {
    id: operation.id,
    organization_id: operation.organizationId,
    environment: operation.environment,
    type: operation.type,
    connection_id: operation.connectionId,
    subject: operation.subject,
    ...queueKeysOf(operation),
    input: documentText(operation.input),
    max_attempts: operation.maxAttempts,
    // Counts as claimed once when it comes with steps, so that they are looked for (operation-steps.ts).
    lease_token: operation.steps.length > 0 ? 1 : 0,
    lease_expires_at: millisOrNull(operation.leaseExpiresAt),
    claimed_at: null,
    metadata: documentText(operation.metadata),
    request_id: operation.requestId,
    created_at: millis(operation.createdAt),
    attempts: documentText(operation.attempts),
    cancel_requested_at: millisOrNull(operation.cancelRequestedAt),
    ...unleasedChanges(operation),
    ...place,
  };
}

function notQueued({ state }: Operation): QueuePlace {
  return { ready: state === 'running' ? running : outside, turn: 0 };
}

/** What a change without a lease may set: attempts are written by leaseholders only. It enters the queue with the next claim. */
export function unleasedChanges(operation: Operation) {
  return {
    state: operation.state,
    result: documentText(operation.result),
    error: operation.error && documentText(operation.error),
    replays: documentText(operation.replays),
    run: operation.run,
    attempt_count: operation.attemptCount,
    lapses: operation.lapses,
    due_at: millisOrNull(operation.nextAttemptAt),
    ready: outside,
    started_at: millisOrNull(operation.startedAt),
    updated_at: millis(operation.updatedAt),
    finished_at: millisOrNull(operation.finishedAt),
  };
}

export function operationOf(row: OperationRow, steps: readonly OperationStep[]): Operation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    type: row.type,
    state: row.state,
    connectionId: row.connection_id,
    subject: row.subject,
    input: documentOf<JsonObject>(row.input),
    result: documentOf<Operation['result']>(row.result),
    error: documentOrNull<OperationError>(row.error),
    steps,
    attempts: documentOf<readonly Dated<OperationAttempt>[]>(row.attempts).map(attemptOf),
    replays: documentOf<readonly Dated<OperationReplay>[]>(row.replays).map(replayOf),
    run: row.run,
    attemptCount: row.attempt_count,
    maxAttempts: row.max_attempts,
    lapses: row.lapses,
    nextAttemptAt: row.state === 'running' ? null : timeOrNull(row.due_at),
    leaseExpiresAt: timeOrNull(row.lease_expires_at),
    cancelRequestedAt: timeOrNull(row.cancel_requested_at),
    metadata: documentOf<JsonObject>(row.metadata),
    requestId: row.request_id,
    createdAt: timeOf(row.created_at),
    startedAt: timeOrNull(row.started_at),
    updatedAt: timeOf(row.updated_at),
    finishedAt: timeOrNull(row.finished_at),
  };
}

/** How a record with times stands in a document: its times are ISO texts. */
type Dated<T> = { readonly [K in keyof T]: T[K] extends Date ? string : T[K] };

function attemptOf(kept: Dated<OperationAttempt>): OperationAttempt {
  return { ...kept, startedAt: new Date(kept.startedAt), finishedAt: new Date(kept.finishedAt) };
}

function replayOf(kept: Dated<OperationReplay>): OperationReplay {
  return { ...kept, at: new Date(kept.at) };
}
