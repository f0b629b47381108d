import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { healthStates } from '../../domain/endpoint-health.ts';
import { eventTypes } from '../../domain/event.ts';
import { endpointStatuses } from '../../domain/webhook-endpoint.ts';
import { count, described, field, Timestamp } from '../../families/answer-fields.ts';

const health = v.object({
  state: described(
    v.picklist(healthStates),
    '`failing`: the last attempt failed. `open`: 10 failed in a row; deliveries are held, and one a minute is tried.',
  ),
  consecutive_failures: count,
  failing_since: described(field.time, 'The first failure since the last success.'),
  last_failure_at: described(field.time, 'The last failed attempt that was counted.'),
  last_error: described(
    field.text,
    'What went wrong in that attempt, such as “the endpoint answered 503”; it stays after a success.',
  ),
  last_success_at: described(field.time, 'To the minute.'),
  next_probe_at: described(field.time, 'While `open`: when the next delivery is tried.'),
  disables_at: described(
    field.time,
    'When the service disables the endpoint unless it answers before: 5 days after `failing_since`.',
  ),
});

export const WebhookEndpointAnswer = v.object({
  webhook_endpoint_id: v.string(),
  url: v.pipe(v.string(), v.url()),
  event_types: described(v.array(v.picklist([...eventTypes, '*'])), '`*` means every type, also those to come.'),
  description: field.text,
  status: v.picklist(endpointStatuses),
  status_reason: described(
    field.text,
    'Why it is disabled: `requested`, `gone` (it answered 410), `failing` (no success for 5 days).',
  ),
  previous_secret_until: described(
    field.time,
    'Until then the secret before the last rotation signs too; null without a rotation.',
  ),
  health,
  environment: v.picklist(environments),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The answer to a registration, the only one that holds the secret; a replay leaves it out. */
export const RegisteredWebhookEndpointAnswer = v.object({
  ...WebhookEndpointAnswer.entries,
  signing_secret: v.optional(
    described(v.string(), 'Shown once, never again. Absent when the answer is an idempotent replay.'),
  ),
});
export type RegisteredWebhookEndpointShape = v.InferOutput<typeof RegisteredWebhookEndpointAnswer>;
