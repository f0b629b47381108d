import * as v from 'valibot';
import { errorCodes, writeOutcomes } from '../../domain/errors.ts';

/** The flat body of every refusal and failure. */
export const ErrorAnswer = v.object({
  success: v.literal(false),
  message: v.pipe(v.string(), v.description('Can be shown to a person; names the field that is wrong.')),
  code: v.pipe(v.picklist(errorCodes), v.description('A closed set: safe to branch on.')),
  reason: v.optional(v.pipe(v.string(), v.description('Says more within a code; new reasons may be added.'))),
  request_id: v.pipe(v.string(), v.description('Also in the `X-Request-ID` header; name it when you ask for help.')),
  retryable: v.pipe(v.boolean(), v.description('Whether the same request may succeed later.')),
  retry_after_seconds: v.optional(v.pipe(v.number(), v.minValue(0))),
  errors: v.optional(
    v.array(
      v.object({
        path: v.pipe(v.string(), v.description('Where in the request, such as `line_items[2].description`.')),
        message: v.string(),
      }),
    ),
  ),
  outcome: v.optional(
    v.pipe(
      v.picklist(writeOutcomes),
      v.description(
        'For a write: `not_applied` when it certainly did not reach the provider’s books. Repeating it with the same Idempotency-Key is safe either way.',
      ),
    ),
  ),
  provider_error: v.optional(
    v.pipe(
      v.object({ status: v.pipe(v.number(), v.integer()), messages: v.array(v.string()) }),
      v.description('What the provider said: its status and message texts, nothing else.'),
    ),
  ),
  connection_id: v.optional(v.string()),
  operation_id: v.optional(
    v.pipe(
      v.string(),
      v.description('With `already_running`: the unfinished operation that works on the same document.'),
    ),
  ),
  action: v.optional(
    v.pipe(v.literal('reconnect'), v.description('With ACTION_REQUIRED: the customer has to connect again.')),
  ),
});

/** The same with RFC 9457's members, for clients that ask for `application/problem+json`. */
export const ProblemAnswer = v.object({
  type: v.literal('about:blank'),
  title: v.pipe(v.string(), v.description('The name of the HTTP status.')),
  status: v.pipe(v.number(), v.integer(), v.description('The HTTP status.')),
  detail: v.pipe(v.string(), v.description('The same as `message`.')),
  instance: v.pipe(v.string(), v.description('`urn:request:` and the request id.')),
  ...ErrorAnswer.entries,
});
export type ErrorShape = v.InferOutput<typeof ErrorAnswer>;
