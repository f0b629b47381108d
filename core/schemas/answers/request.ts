import * as v from 'valibot';
import { actorOfId } from '../../domain/actor.ts';
import { environments } from '../../domain/caller.ts';
import { errorCodes } from '../../domain/errors.ts';
import { eventTypes } from '../../domain/event.ts';
import { operationStates, operationTypes } from '../../domain/operation.ts';
import type { LoggedRequest } from '../../domain/request-log.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { anyObject, count, field, Timestamp } from '../../families/answer-fields.ts';
import { ErrorAnswer } from './error.ts';
import { ActorAnswer } from './operation.ts';
import { presenter } from './present.ts';

const { message, retryable, errors, outcome, provider_error } = ErrorAnswer.entries;

export const RequestAnswer = v.object({
  id: v.string(),
  request_id: v.string(),
  actor: ActorAnswer,
  environment: v.picklist(environments),
  method: v.string(),
  route: v.string(),
  path: v.nullable(v.string()),
  status: v.nullable(count),
  code: v.nullable(v.picklist(errorCodes)),
  reason: field.text,
  error: v.nullable(v.object({ message, retryable, errors, outcome, provider_error })),
  connection_id: field.text,
  operation_id: field.text,
  record: v.nullable(v.object({ type: v.picklist(resourceTypes), id: v.string() })),
  idempotency_key: field.text,
  replayed: v.boolean(),
  client: v.nullable(v.object({ name: v.string(), version: field.text })),
  request_ref: field.text,
  duration_ms: count,
  repeats: count,
  created_at: Timestamp,
});

export const RequestDetailAnswer = v.object({
  ...RequestAnswer.entries,
  body: v.nullable(anyObject),
  operation: v.nullable(
    v.object({ operation_id: v.string(), type: v.picklist(operationTypes), state: v.picklist(operationStates) }),
  ),
  events: v.array(v.object({ id: v.string(), type: v.picklist(eventTypes), created_at: Timestamp })),
  provider_calls: v.array(
    v.object({
      method: v.string(),
      path: v.string(),
      status: v.nullable(count),
      bytes_in: count,
      duration_ms: count,
      at: Timestamp,
    }),
  ),
});

export const RequestFailuresAnswer = v.object({
  method: v.string(),
  route: v.string(),
  code: v.nullable(v.picklist(errorCodes)),
  reason: field.text,
  count,
  latest_at: Timestamp,
});

const requestAnswer = presenter(RequestAnswer);

/** What an answer says of a request beside its own fields. */
export function aboutRequest({ actor, actorName, resourceId, isReplayed, route }: LoggedRequest) {
  const isAgents = route.startsWith('mcp');
  // A tool's name does not tell the type; the id does.
  const type = isAgents
    ? resourceTypes.find((one) => resourceId?.startsWith(`${familyOf(one).idPrefix}_`))
    : resourceTypes.find((one) => route.split('/').includes(one));
  const record = type && resourceId !== null ? { type, id: resourceId } : null;
  const known = actorOfId(actor, actorName);
  return { actor: isAgents ? { ...known, type: 'agent' as const } : known, record, replayed: isReplayed };
}

export function presentRequest(request: LoggedRequest) {
  return requestAnswer({ ...request, ...aboutRequest(request) });
}
