import type { Environment } from './caller.ts';
import type { EventId, WebhookEndpointId } from './ids.ts';

/** What an endpoint is sent to try it out. No news: it belongs to no connection, has no place in a sequence and is not listed. */
export const endpointTestType = 'endpoint.test';

/** One attempt: who tries an endpoint out is waiting for the answer. */
export const endpointTestAttempts = 1;

/** The exact text of a trial, in the form of an event. */
export function endpointTestBody(trial: {
  readonly eventId: EventId;
  readonly endpointId: WebhookEndpointId;
  readonly environment: Environment;
  readonly createdAt: Date;
}): string {
  return JSON.stringify({
    id: trial.eventId,
    type: endpointTestType,
    created_at: trial.createdAt.toISOString(),
    environment: trial.environment,
    api_version: 'v1',
    connection_id: null,
    sequence: null,
    data: { webhook_endpoint_id: trial.endpointId },
  });
}
