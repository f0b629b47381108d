import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { deliveredTypes } from '../../domain/delivery.ts';
import { operationStates } from '../../domain/operation.ts';
import { count, described, field, Timestamp } from '../../families/answer-fields.ts';

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
export type WebhookDeliveryShape = v.InferOutput<typeof WebhookDeliveryAnswer>;

/** A delivery with what is sent. */
export const WebhookDeliveryDetailAnswer = v.object({
  ...WebhookDeliveryAnswer.entries,
  body: described(
    field.text,
    'The exact text that every attempt sends and signs; null when the event is no longer stored.',
  ),
});
export type WebhookDeliveryDetailShape = v.InferOutput<typeof WebhookDeliveryDetailAnswer>;
