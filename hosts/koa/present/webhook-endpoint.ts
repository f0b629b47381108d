import type { RegisteredWebhookEndpointShape, WebhookEndpoint, WebhookEndpointShape } from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointShape {
  return {
    webhook_endpoint_id: endpoint.id,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    description: endpoint.description,
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    previous_secret_until: presentTimeOrNull(endpoint.previousSecretUntil),
    environment: endpoint.environment,
    created_at: presentTime(endpoint.createdAt),
    updated_at: presentTime(endpoint.updatedAt),
  };
}

/** With the signing secret when this answer is the one that tells it. */
export function presentWithSecret({
  endpoint,
  signingSecret,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly signingSecret: string | null;
}): RegisteredWebhookEndpointShape {
  return {
    ...presentWebhookEndpoint(endpoint),
    ...(signingSecret === null ? {} : { signing_secret: signingSecret }),
  };
}
