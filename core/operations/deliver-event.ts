// `webhook.deliver`: hands one event to one endpoint, signed anew at each attempt.
import type { DeliveryAttempt } from '../domain/delivery.ts';
import { deliveryVerdict } from '../domain/delivery-verdict.ts';
import { type Event, eventEnvelope } from '../domain/event.ts';
import type { DeliveryId, WebhookEndpointId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation.ts';
import { type AttemptOutcome, nextAttemptNumber } from '../domain/operation-moves.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { SendResult } from '../ports/event-sender.ts';
import type { Stores } from '../ports/storage.ts';
import { signingSecrets } from '../use-cases/webhooks/endpoint-secret.ts';
import { inputId } from './input-of.ts';
import type { Conclusion, OperationKind } from './operation-kind.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'signer' | 'sender' | 'clock'>;

export function deliverEvent(ports: Ports): OperationKind {
  return async ({ operation }) => {
    const endpointId = inputId(operation, 'we', 'endpoint_id');
    const endpoint = await ports.storage.webhookEndpoints.find(operation, endpointId);
    if (endpoint?.status !== 'enabled') return { kind: 'cancelled' };
    const event = await ports.storage.events.find(operation, inputId(operation, 'evt', 'event_id'));
    if (!event) return eventExpired;
    const at = ports.clock.now();
    const result = await send(ports, endpoint, event, at);
    const attempt = attemptOf(operation, at, result);
    return concludeDelivery(ports, operation, {
      deliveryId: inputId(operation, 'dlv', 'delivery_id'),
      endpointId,
      attempt,
      result,
    });
  };
}

const eventExpired: AttemptOutcome = {
  kind: 'failed',
  error: { code: 'NOT_FOUND', reason: 'event_expired', message: 'the event is no longer kept', retryable: false },
};

async function send(ports: Ports, endpoint: WebhookEndpoint, event: Event, sentAt: Date): Promise<SendResult> {
  const secrets = await signingSecrets(ports, endpoint, sentAt);
  const body = JSON.stringify(eventEnvelope(event));
  const signatures = ports.signer.headers({ eventId: event.id, sentAt, body, secrets });
  return ports.sender.send({
    url: endpoint.url,
    headers: { 'content-type': 'application/json', ...signatures },
    body,
  });
}

function attemptOf(operation: Operation, at: Date, result: SendResult): DeliveryAttempt {
  return {
    run: operation.run,
    number: nextAttemptNumber(operation),
    at,
    durationMs: result.durationMs,
    responseStatus: result.kind === 'answered' ? result.status : null,
    responseExcerpt: result.kind === 'answered' ? result.excerpt : null,
    error: result.kind === 'failed' ? result.error : null,
  };
}

interface Made {
  readonly deliveryId: DeliveryId;
  readonly endpointId: WebhookEndpointId;
  readonly attempt: DeliveryAttempt;
  readonly result: SendResult;
}

function concludeDelivery({ clock }: Ports, operation: Operation, made: Made): Conclusion {
  const { deliveryId, endpointId, attempt, result } = made;
  const retryAfterSeconds = result.kind === 'answered' ? result.retryAfterSeconds : null;
  const verdict = deliveryVerdict({ status: attempt.responseStatus, retryAfterSeconds, error: attempt.error });
  return async (stores): Promise<AttemptOutcome> => {
    await stores.deliveries.addAttempt(deliveryId, attempt);
    switch (verdict.kind) {
      case 'delivered':
        return { kind: 'succeeded', result: { response_status: attempt.responseStatus } };
      case 'gone':
        await disableGone(stores, operation, endpointId, clock.now());
        return { kind: 'failed', error: verdict.error };
      case 'retry':
        return verdict;
    }
  };
}

/** The receiver said that it will never be back. */
async function disableGone(stores: Stores, plane: Operation, id: WebhookEndpointId, now: Date): Promise<void> {
  const endpoint = await stores.webhookEndpoints.find(plane, id);
  if (endpoint?.status !== 'enabled') return;
  await stores.webhookEndpoints.update({ ...endpoint, status: 'disabled', statusReason: 'gone', updatedAt: now });
}
