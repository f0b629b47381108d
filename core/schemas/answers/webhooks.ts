import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { deliveredTypes } from '../../domain/delivery.ts';
import { disablesAt, endpointStatuses, healthState, healthStates, keptUntil } from '../../domain/endpoint-health.ts';
import { eventTypes } from '../../domain/event.ts';
import { operationStates, terminalStates, unfinishedStates } from '../../domain/operation.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { count, described, field, Timestamp } from '../../families/answer-fields.ts';
import { listedOf } from './envelope.ts';
import { OperationAnswer } from './operation.ts';
import { presenter } from './present.ts';

const health = v.object({
  state: v.picklist(healthStates),
  consecutive_failures: count,
  failing_since: field.time,
  last_failure_at: field.time,
  last_error: field.text,
  last_success_at: field.time,
  next_probe_at: field.time,
  kept_until: field.time,
  disables_at: field.time,
});

export const WebhookEndpointAnswer = v.object({
  webhook_endpoint_id: v.string(),
  url: v.string(),
  event_types: v.array(v.picklist([...eventTypes, '*'])),
  description: field.text,
  send_traceparent: v.boolean(),
  status: v.picklist(endpointStatuses),
  status_reason: field.text,
  previous_secret_until: field.time,
  health,
  environment: v.picklist(environments),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Only the answer to a registration holds the secret; a replay leaves it out. */
export const RegisteredWebhookEndpointAnswer = v.object({
  ...WebhookEndpointAnswer.entries,
  signing_secret: v.optional(
    described(v.string(), 'Shown once, never again. Absent when the answer is an idempotent replay.'),
  ),
});

export const endedCount = v.entriesFromList(terminalStates, count);
const attempts = v.object({ made: count, succeeded: count });
export const deliveryHours = v.array(v.object({ at: Timestamp, ...endedCount, attempts }));
export const BoundedCount = v.object({
  value: count,
  at_least: v.boolean(),
});
export const WaitingAnswer = v.object(v.entriesFromList(unfinishedStates, BoundedCount));

export const EndpointStatisticsAnswer = v.object({
  webhook_endpoint_id: v.string(),
  since: Timestamp,
  hours: deliveryHours,
  deliveries: v.object(endedCount),
  waiting: WaitingAnswer,
  attempts,
  success_rate: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
});

const attempt = v.object({
  run: count,
  number: count,
  at: Timestamp,
  duration_ms: count,
  response_status: v.nullable(count),
  response_excerpt: field.text,
  error: field.text,
});

export const WebhookDeliveryAnswer = v.object({
  delivery_id: v.string(),
  webhook_endpoint_id: v.string(),
  event_id: v.string(),
  event_type: v.picklist(deliveredTypes),
  connection_id: field.text,
  operation_id: v.string(),
  state: v.picklist(operationStates),
  environment: v.picklist(environments),
  attempt_count: count,
  attempts: v.array(attempt),
  response_status: v.nullable(count),
  response_excerpt: field.text,
  next_attempt_at: field.time,
  request_id: v.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const WebhookDeliveryDetailAnswer = v.object({ ...WebhookDeliveryAnswer.entries, body: field.text });

const deliveryAnswer = presenter(WebhookDeliveryAnswer);
const endpointAnswer = presenter(RegisteredWebhookEndpointAnswer);

export function presentDelivery(delivery: Delivery) {
  const last = delivery.attempts.at(-1);
  return deliveryAnswer({
    ...delivery,
    deliveryId: delivery.id,
    webhookEndpointId: delivery.endpointId,
    attemptCount: delivery.attempts.length,
    responseStatus: last?.responseStatus ?? null,
    responseExcerpt: last?.responseExcerpt ?? null,
  });
}

/** Only answers with a new signing secret contain it. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint, signingSecret: string | null = null) {
  return endpointAnswer({
    ...endpoint,
    webhookEndpointId: endpoint.id,
    health: {
      ...endpoint,
      state: healthState(endpoint),
      nextProbeAt: endpoint.pausedAt && endpoint.nextCheckAt,
      keptUntil: keptUntil(endpoint),
      disablesAt: disablesAt(endpoint),
    },
    signingSecret: signingSecret ?? undefined,
  });
}

export const DeliveryReplaysPreview = v.object({
  count: BoundedCount,
  sample: v.array(listedOf(WebhookDeliveryAnswer)),
});
export const OperationReplaysPreview = v.object({ count: BoundedCount, sample: v.array(listedOf(OperationAnswer)) });
