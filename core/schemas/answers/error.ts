import * as v from 'valibot';
import { errorCodes, writeOutcomes } from '../../domain/errors.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { described, Timestamp } from '../../families/answer-fields.ts';
import { ActorAnswer } from './operation.ts';

/** What a create resembles. */
export const lookAlikeEntries = {
  id: described(
    v.string(),
    'What `Not-Same-As` names: a record, the operation of one that waits, or a write whose end is not known.',
  ),
  kind: v.picklist(['record', 'operation', 'write']),
  type: v.picklist(resourceTypes),
  number: v.nullable(v.string()),
  created_at: Timestamp,
  by: v.optional(ActorAnswer),
  ref: v.nullable(v.string()),
  item_key: v.optional(described(v.string(), 'The other item of the same request.')),
};

export const ErrorAnswer = v.object({
  success: v.literal(false),
  message: v.string(),
  code: v.picklist(errorCodes),
  reason: v.optional(described(v.string(), 'Narrows the code down; new reasons may be added.')),
  request_id: v.string(),
  retryable: v.boolean(),
  retry_after_seconds: v.optional(v.pipe(v.number(), v.minValue(0))),
  errors: v.optional(
    v.array(
      v.object({
        path: v.string(),
        message: v.string(),
      }),
    ),
  ),
  outcome: v.optional(
    described(
      v.picklist(writeOutcomes),
      'For a write: `not_applied` if it certainly did not reach the provider’s books. Repeating the write with the same Idempotency-Key is always safe.',
    ),
  ),
  provider_error: v.optional(
    described(
      v.object({ status: v.pipe(v.number(), v.integer()), messages: v.array(v.string()) }),
      'What the provider said: its status and message texts, nothing else.',
    ),
  ),
  connection_id: v.optional(v.string()),
  missing_scopes: v.optional(
    described(
      v.array(v.string()),
      'With `scope_missing` of a connection: the scopes that its customer has to grant, as the provider names them, where it is known.',
    ),
  ),
  resource_id: v.optional(
    described(v.string(), 'With `item_code_taken`: the service’s id of the item that has the code.'),
  ),
  operation_id: v.optional(
    described(v.string(), 'With `already_running`: the unfinished operation that works on the same document.'),
  ),
  look_alike: v.optional(
    described(v.object(lookAlikeEntries), 'With `looks_the_same`: the newest of what the write resembles.'),
  ),
  item_key: v.optional(described(v.string(), 'With `looks_the_same` of a bulk write: the item.')),
  provider_request_id: v.optional(v.string()),
  action: v.optional(
    described(v.literal('reconnect'), 'With ACTION_REQUIRED: the customer must connect this connection again.'),
  ),
});

/** Adds RFC 9457's members, for `application/problem+json`. */
export const ProblemAnswer = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer(), v.description('The HTTP status.')),
  detail: v.string(),
  instance: v.string(),
  ...ErrorAnswer.entries,
});
