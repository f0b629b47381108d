import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { healthStates } from '../../domain/endpoint-health.ts';
import { eventTypes } from '../../domain/event.ts';
import { endpointStatuses } from '../../domain/webhook-endpoint.ts';
import { Timestamp } from '../../families/answer-fields.ts';

const health = v.object({
  state: v.pipe(
    v.picklist(healthStates),
    v.description(
      '`failing`: the last attempt failed. `open`: 10 failed in a row; deliveries are held, and one a minute is tried.',
    ),
  ),
  consecutive_failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
  failing_since: v.pipe(v.nullable(Timestamp), v.description('The first failure since the last success.')),
  last_failure_at: v.pipe(v.nullable(Timestamp), v.description('The last failed attempt that was counted.')),
  last_error: v.pipe(
    v.nullable(v.string()),
    v.description('What went wrong in that attempt, such as “the endpoint answered 503”; it stays after a success.'),
  ),
  last_success_at: v.pipe(v.nullable(Timestamp), v.description('To the minute.')),
  next_probe_at: v.pipe(v.nullable(Timestamp), v.description('While `open`: when the next delivery is tried.')),
  disables_at: v.pipe(
    v.nullable(Timestamp),
    v.description('When the service disables the endpoint unless it answers before: 5 days after `failing_since`.'),
  ),
});

const shape = {
  webhook_endpoint_id: v.string(),
  url: v.pipe(v.string(), v.url()),
  event_types: v.pipe(
    v.array(v.picklist([...eventTypes, '*'])),
    v.description('`*` means every type, also those to come.'),
  ),
  description: v.nullable(v.string()),
  status: v.picklist(endpointStatuses),
  status_reason: v.pipe(
    v.nullable(v.string()),
    v.description('Why it is disabled: `requested`, `gone` (it answered 410), `failing` (no success for 5 days).'),
  ),
  previous_secret_until: v.pipe(
    v.nullable(Timestamp),
    v.description('Until then the secret before the last rotation signs too; null without a rotation.'),
  ),
  health,
  environment: v.picklist(environments),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const WebhookEndpointAnswer = v.object(shape);
export type WebhookEndpointShape = v.InferOutput<typeof WebhookEndpointAnswer>;

/** The answer to a registration, the only one that holds the secret; a replay leaves it out. */
export const RegisteredWebhookEndpointAnswer = v.object({
  ...shape,
  signing_secret: v.optional(
    v.pipe(v.string(), v.description('Shown once, never again. Absent when the answer is an idempotent replay.')),
  ),
});
export type RegisteredWebhookEndpointShape = v.InferOutput<typeof RegisteredWebhookEndpointAnswer>;
