import type { Delivery, WebhookDeliveryShape } from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

export function presentDelivery(delivery: Delivery): WebhookDeliveryShape {
  const last = delivery.attempts.at(-1);
  return {
    delivery_id: delivery.id,
    webhook_endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    operation_id: delivery.operationId,
    state: delivery.state,
    environment: delivery.environment,
    attempt_count: delivery.attempts.length,
    attempts: delivery.attempts.map((attempt) => ({
      run: attempt.run,
      number: attempt.number,
      at: presentTime(attempt.at),
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_excerpt: attempt.responseExcerpt,
      error: attempt.error,
    })),
    response_status: last?.responseStatus ?? null,
    response_excerpt: last?.responseExcerpt ?? null,
    next_attempt_at: presentTimeOrNull(delivery.nextAttemptAt),
    request_id: delivery.requestId,
    created_at: presentTime(delivery.createdAt),
    updated_at: presentTime(delivery.updatedAt),
  };
}
