import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { deliveredTypes } from '../../domain/delivery.ts';
import { operationStates } from '../../domain/operation.ts';
import { Timestamp } from '../../families/answer-fields.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const attempt = v.object({
  run: whole,
  number: whole,
  at: Timestamp,
  duration_ms: whole,
  response_status: v.pipe(v.nullable(whole), v.description('Null when no answer came.')),
  response_excerpt: v.pipe(v.nullable(v.string()), v.description('At most 8 KiB of what the destination answered.')),
  error: v.nullable(v.string()),
});

const shape = {
  delivery_id: v.string(),
  webhook_endpoint_id: v.string(),
  event_id: v.string(),
  event_type: v.picklist(deliveredTypes),
  operation_id: v.pipe(v.string(), v.description('The operation that does the work; its state is the delivery’s.')),
  state: v.picklist(operationStates),
  environment: v.picklist(environments),
  attempt_count: whole,
  attempts: v.array(attempt),
  response_status: v.pipe(v.nullable(whole), v.description('Of the last attempt.')),
  response_excerpt: v.nullable(v.string()),
  next_attempt_at: v.pipe(
    v.nullable(Timestamp),
    v.description('Null for a delivery that has ended, is being sent, or waits for its endpoint to answer again.'),
  ),
  request_id: v.pipe(v.string(), v.description('The request that gave rise to the event.')),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** One event on its way to one webhook endpoint. */
export const WebhookDeliveryAnswer = v.object(shape);
export type WebhookDeliveryShape = v.InferOutput<typeof WebhookDeliveryAnswer>;

/** A delivery with what is sent. */
export const WebhookDeliveryDetailAnswer = v.object({
  ...shape,
  body: v.pipe(
    v.nullable(v.string()),
    v.description('The exact text that every attempt sends and signs; null when the event is no longer stored.'),
  ),
});
export type WebhookDeliveryDetailShape = v.InferOutput<typeof WebhookDeliveryDetailAnswer>;
