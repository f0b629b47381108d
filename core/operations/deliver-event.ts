// `webhook.deliver`: hands one event to one endpoint, signed anew at each attempt.
import type { DeliveryAttempt } from '../domain/delivery.ts';
import { deliveryVerdict } from '../domain/delivery-verdict.ts';
import { endpointTestBody } from '../domain/endpoint-test.ts';
import { eventBody } from '../domain/event.ts';
import type { DeliveryId, EventId, RequestId, WebhookEndpointId } from '../domain/ids.ts';
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
    const eventId = inputId(operation, 'evt', 'event_id');
    const body = await bodyOf(ports, operation, eventId, endpointId);
    if (body === undefined) return eventExpired;
    const at = ports.clock.now();
    const result = await send(ports, endpoint, { eventId, body, sentAt: at, requestId: operation.requestId });
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

/** What a delivery sends; undefined when its event is no longer kept. */
async function bodyOf(
  { storage }: Ports,
  operation: Operation,
  eventId: EventId,
  endpointId: WebhookEndpointId,
): Promise<string | undefined> {
  const { environment, createdAt, input } = operation;
  if (input['trial'] === true) return endpointTestBody({ eventId, endpointId, environment, createdAt });
  const event = await storage.events.find(operation, eventId);
  return event && eventBody(event);
}

async function send(
  ports: Ports,
  endpoint: WebhookEndpoint,
  message: { readonly eventId: EventId; readonly body: string; readonly sentAt: Date; readonly requestId: RequestId },
): Promise<SendResult> {
  const secrets = await signingSecrets(ports, endpoint, message.sentAt);
  const signatures = ports.signer.headers({ ...message, secrets });
  return ports.sender.send({
    url: endpoint.url,
    // Which request gave rise to it: a receiver finds the delivery's whole story by it.
    headers: { 'content-type': 'application/json', 'x-request-id': message.requestId, ...signatures },
    body: message.body,
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
  const endpoint = await stores.webhookEndpoints.lock(plane, id);
  if (endpoint?.status !== 'enabled') return;
  await stores.webhookEndpoints.update({ ...endpoint, status: 'disabled', statusReason: 'gone', updatedAt: now });
}
