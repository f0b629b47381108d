import {
  disablesAt,
  type EndpointHealth,
  healthState,
  type MonitoredEndpoint,
  type RegisteredWebhookEndpointShape,
  type WebhookEndpointShape,
} from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

export function presentWebhookEndpoint(endpoint: MonitoredEndpoint): WebhookEndpointShape {
  return {
    webhook_endpoint_id: endpoint.id,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    description: endpoint.description,
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    previous_secret_until: presentTimeOrNull(endpoint.previousSecretUntil),
    health: presentHealth(endpoint.health),
    environment: endpoint.environment,
    created_at: presentTime(endpoint.createdAt),
    updated_at: presentTime(endpoint.updatedAt),
  };
}

function presentHealth(health: EndpointHealth): WebhookEndpointShape['health'] {
  return {
    state: healthState(health),
    consecutive_failures: health.consecutiveFailures,
    failing_since: presentTimeOrNull(health.failingSince),
    last_failure_at: presentTimeOrNull(health.lastFailureAt),
    last_error: health.lastError,
    last_success_at: presentTimeOrNull(health.lastSuccessAt),
    next_probe_at: presentTimeOrNull(health.openedAt && health.tendAt),
    disables_at: presentTimeOrNull(disablesAt(health)),
  };
}

/** With the signing secret when this answer is the one that tells it. */
export function presentWithSecret({
  endpoint,
  signingSecret,
}: {
  readonly endpoint: MonitoredEndpoint;
  readonly signingSecret: string | null;
}): RegisteredWebhookEndpointShape {
  return {
    ...presentWebhookEndpoint(endpoint),
    ...(signingSecret === null ? {} : { signing_secret: signingSecret }),
  };
}
