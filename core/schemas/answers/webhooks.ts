// Events, the endpoints that want them, and their deliveries.
import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { deliveredTypes } from '../../domain/delivery.ts';
import { healthStates } from '../../domain/endpoint-health.ts';
import { eventTypes } from '../../domain/event.ts';
import { operationStates } from '../../domain/operation.ts';
import { endpointStatuses } from '../../domain/webhook-endpoint.ts';
import { anyObject, count, described, field, Timestamp } from '../../families/answer-fields.ts';

/** An event, as the body of its deliveries holds it. */
export const EventAnswer = v.object({
  id: v.string(),
  type: v.picklist(eventTypes),
  created_at: Timestamp,
  environment: v.picklist(environments),
  api_version: v.literal('v1'),
  connection_id: v.string(),
  sequence: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('Counts the events of a connection, without gaps.'),
  ),
  data: described(
    anyObject,
    'Its fields depend on the type; see the webhook documentation. `{ "purged": true }` once the connection is disconnected, except in `connection.*` events.',
  ),
});

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

export const EndpointStatisticsAnswer = v.object({
  webhook_endpoint_id: v.string(),
  since: described(Timestamp, '24 hours ago: deliveries made since then are counted.'),
  deliveries: v.object(v.entriesFromList(operationStates, count)),
  attempts: described(
    v.object({ made: count, succeeded: count }),
    'Attempts since then, of the latest 1,000 deliveries: those that wait, too.',
  ),
  success_rate: described(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    'Of those that ended as succeeded, failed or dead letter; null where none did.',
  ),
  capped: described(v.boolean(), 'Whether a state has more than the 10,000 that are counted.'),
});

const attempt = v.object({
  run: count,
  number: count,
  at: Timestamp,
  duration_ms: count,
  response_status: described(v.nullable(count), 'Null when no answer came.'),
  response_excerpt: described(field.text, 'At most 8 KiB of what the destination answered.'),
  error: field.text,
});

/** One event on its way to one webhook endpoint. */
export const WebhookDeliveryAnswer = v.object({
  delivery_id: v.string(),
  webhook_endpoint_id: v.string(),
  event_id: v.string(),
  event_type: v.picklist(deliveredTypes),
  operation_id: described(v.string(), 'The operation that does the work; its state is the delivery’s.'),
  state: v.picklist(operationStates),
  environment: v.picklist(environments),
  attempt_count: count,
  attempts: v.array(attempt),
  response_status: described(v.nullable(count), 'Of the last attempt.'),
  response_excerpt: field.text,
  next_attempt_at: described(
    field.time,
    'Null for a delivery that has ended, is being sent, or waits for its endpoint to answer again.',
  ),
  request_id: described(v.string(), 'The request that gave rise to the event.'),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** A delivery with what is sent. */
export const WebhookDeliveryDetailAnswer = v.object({
  ...WebhookDeliveryAnswer.entries,
  body: described(
    field.text,
    'The exact text that every attempt sends and signs; null when the event is no longer stored.',
  ),
});
