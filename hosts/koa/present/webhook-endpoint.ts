import type { WebhookEndpoint, WebhookEndpointShape } from '#core';
import { presentTime } from './time.ts';

export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointShape {
  return {
    webhook_endpoint_id: endpoint.id,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    description: endpoint.description,
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    environment: endpoint.environment,
    created_at: presentTime(endpoint.createdAt),
    updated_at: presentTime(endpoint.updatedAt),
  };
}
