// `webhook.deliver`: hands one event to one endpoint, signed anew at each attempt.
import { deliveryVerdict, endpointTestBody, type MadeAttempt } from '../../domain/delivery.ts';
import { isHeld } from '../../domain/endpoint-health.ts';
import { eventBody } from '../../domain/event.ts';
import type { EventId, WebhookEndpointId } from '../../domain/ids.ts';
import type { Operation, OperationError } from '../../domain/operation.ts';
import { nextAttemptNumber } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { inputId } from '../../engine/input-of.ts';
import type { Conclusion, OperationKind } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { SendResult } from '../../ports/webhook-sending.ts';
import { concludeDelivery, endpointDisabled } from './conclude-delivery.ts';
import { signingSecrets } from './endpoint-secret.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'signer' | 'sender' | 'clock' | 'ids' | 'log'>;

export function deliverEvent(ports: Ports): OperationKind {
  const { storage, clock } = ports;
  return async ({ operation }) => {
    const endpointId = inputId(operation, 'we', 'endpoint_id');
    const [endpoint, message, health] = await Promise.all([
      storage.webhookEndpoints.find(operation, endpointId),
      messageOf(storage, operation, endpointId),
      storage.endpointHealth.find(operation, endpointId),
    ]);
    if (!endpoint) return { kind: 'cancelled' };
    if (endpoint.status !== 'enabled') return { kind: 'failed', error: endpointDisabled };
    if (!message) return { kind: 'failed', error: eventExpired };
    if (!isTrial(operation) && isHeld(health, operation.id)) return hold(ports, operation, endpointId);
    const at = clock.now();
    const result = await send(ports, endpoint, { ...message, sentAt: at, requestId: operation.requestId });
    const attempt = attemptOf(operation, at, result);
    const retryAfterSeconds = result.kind === 'answered' ? result.retryAfterSeconds : null;
    const verdict = deliveryVerdict({ status: attempt.responseStatus, retryAfterSeconds, error: attempt.error });
    return concludeDelivery(ports, { operation, health, attempt, verdict, isTrial: isTrial(operation) });
  };
}

/** A trial is sent to a paused endpoint, too. */
function isTrial({ input }: Operation): boolean {
  return input['trial'] === true;
}

const eventExpired: OperationError = {
  code: 'NOT_FOUND',
  reason: 'event_expired',
  message: 'the event is no longer stored',
  retryable: false,
};

interface Message {
  readonly eventId: EventId;
  readonly body: string;
}

/** What a delivery sends; undefined when its event is no longer stored. */
async function messageOf(
  { events }: Pick<Stores, 'events'>,
  operation: Operation,
  endpointId: WebhookEndpointId,
): Promise<Message | undefined> {
  const { environment, createdAt } = operation;
  const eventId = inputId(operation, 'evt', 'event_id');
  if (isTrial(operation)) return { eventId, body: endpointTestBody({ eventId, endpointId, environment, createdAt }) };
  const event = await events.find(operation, eventId);
  return event && !isPurged(event.data) ? { eventId, body: eventBody(event) } : undefined;
}

/**
 * Settles the delivery without an attempt. Who resumes the endpoint locks its health as this does, so a delivery is held
 * only while somebody is still going to release it.
 */
function hold({ clock }: Ports, operation: Operation, endpointId: WebhookEndpointId): Conclusion {
  return async ({ endpointHealth }) => {
    const health = await endpointHealth.lock(operation, endpointId);
    return { kind: 'held', until: isHeld(health, operation.id) ? null : clock.now() };
  };
}

async function send(
  ports: Ports,
  endpoint: WebhookEndpoint,
  message: Message & { readonly sentAt: Date; readonly requestId: string },
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

function attemptOf(operation: Operation, at: Date, result: SendResult): MadeAttempt {
  return {
    deliveryId: inputId(operation, 'dlv', 'delivery_id'),
    run: operation.run,
    number: nextAttemptNumber(operation),
    at,
    durationMs: result.durationMs,
    responseStatus: result.kind === 'answered' ? result.status : null,
    responseExcerpt: result.kind === 'answered' ? result.excerpt : null,
    error: result.kind === 'failed' ? result.error : null,
  };
}
