import * as v from 'valibot';
import { actorOfId, actorTypes } from '../../domain/actor.ts';
import { verdicts } from '../../domain/approval.ts';
import { environments } from '../../domain/caller.ts';
import { errorCodes, writeOutcomes } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import { attemptOutcomes, operationStates, operationTypes, stepStates } from '../../domain/operation.ts';
import { waitingFor, waits } from '../../domain/operation-moves.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { anyObject, count, field, Timestamp } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

export const ActorAnswer = v.object({ type: v.picklist(actorTypes), id: v.string(), name: field.text });

export const OperationErrorAnswer = v.object({
  code: v.picklist(errorCodes),
  reason: v.optional(v.string()),
  message: v.string(),
  retryable: v.boolean(),
  outcome: v.optional(v.picklist(writeOutcomes)),
});

const step = v.object({
  name: v.string(),
  state: v.picklist(stepStates),
  result: v.unknown(),
  error: v.nullable(OperationErrorAnswer),
  started_at: Timestamp,
  finished_at: Timestamp,
});

const attempt = v.object({
  run: count,
  number: count,
  started_at: Timestamp,
  finished_at: Timestamp,
  outcome: v.picklist(attemptOutcomes),
  error: v.nullable(OperationErrorAnswer),
});

const replay = v.object({
  at: Timestamp,
  actor: v.string(),
  reason: v.string(),
  previous_state: v.picklist(operationStates),
  previous_attempt_count: count,
});

const proposal = v.object({
  tool: field.text,
  record_type: v.nullable(v.picklist(resourceTypes)),
  amount: field.text,
  currency: field.text,
});

const decision = v.object({ verdict: v.picklist(verdicts), by: ActorAnswer, at: Timestamp, comment: field.text });

export const OperationFailuresAnswer = v.object({
  type: v.picklist(operationTypes),
  code: v.nullable(v.picklist(errorCodes)),
  reason: field.text,
  count,
  latest_at: Timestamp,
});

export const OperationAnswer = v.object({
  operation_id: v.string(),
  type: v.picklist(operationTypes),
  state: v.picklist(operationStates),
  connection_id: field.text,
  environment: v.picklist(environments),
  input: anyObject,
  result: v.unknown(),
  error: v.nullable(OperationErrorAnswer),
  steps: v.array(step),
  attempts: v.array(attempt),
  run: count,
  attempt_count: count,
  max_attempts: count,
  next_attempt_at: field.time,
  waiting_for: v.nullable(v.picklist(waits)),
  lease_expires_at: field.time,
  replays: v.array(replay),
  metadata: anyObject,
  proposal: v.nullable(proposal),
  approve_url: field.text,
  expires_at: field.time,
  decision: v.nullable(decision),
  request_id: v.string(),
  actor: ActorAnswer,
  created_at: Timestamp,
  started_at: field.time,
  updated_at: Timestamp,
  finished_at: field.time,
});

const operationAnswer = presenter(OperationAnswer);

export function presentOperation(operation: Operation) {
  const actor = operation.begunBy ?? actorOfId('system', null);
  const { proposal = null, url: approveUrl = null, expiresAt = null, decision = null } = operation.approval ?? {};
  const approval = { proposal, approveUrl, expiresAt, decision };
  return operationAnswer({
    ...operation,
    ...approval,
    operationId: operation.id,
    actor,
    waitingFor: waitingFor(operation),
  });
}
