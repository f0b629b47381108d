// `webhook.deliver`: hands one event to one endpoint, signed anew at each attempt.
import type { DeliveryAttempt } from '../../domain/delivery.ts';
import { type DeliveryVerdict, deliveryVerdict } from '../../domain/delivery-verdict.ts';
import { isCalm, isRoutine } from '../../domain/endpoint-health.ts';
import { endpointTestBody } from '../../domain/endpoint-test.ts';
import { type Event, eventBody } from '../../domain/event.ts';
import type { DeliveryId, EventId, RequestId } from '../../domain/ids.ts';
import type { Operation, OperationError } from '../../domain/operation.ts';
import { type AttemptOutcome, nextAttemptNumber } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import { batched } from '../../engine/batch.ts';
import { inputId } from '../../engine/input-of.ts';
import type { Conclusion, OperationKind } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LinePlace } from '../../ports/delivery-line-store.ts';
import type { OutgoingKey } from '../../ports/delivery-store.ts';
import type { SendResult } from '../../ports/event-sender.ts';
import { disableEndpoint, endpointDisabled } from './disable-endpoint.ts';
import { createEndpointDoors, type EndpointDoor } from './endpoint-doors.ts';
import { mustWait, waitInLine } from './line.ts';
import { type Attempted, noteFailure, noteSuccess } from './note-answer.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'signer' | 'sender' | 'clock' | 'ids' | 'log'>;

export function deliverEvent(ports: Ports): OperationKind {
  const doors = createEndpointDoors(ports);
  const outgoing = batched((asked: readonly OutgoingKey[]) => ports.storage.deliveries.outgoing(asked));
  return async ({ operation }) => {
    const endpointId = inputId(operation, 'we', 'endpoint_id');
    const [door, { health: seen, event }] = await Promise.all([
      doors.open(operation, endpointId),
      outgoing(outgoingKey(operation)),
    ]);
    const message = messageOf(operation, event);
    if (!door) return { kind: 'cancelled' };
    if (door.endpoint.status !== 'enabled') return failed(endpointDisabled);
    if (!message) return failed(eventExpired);
    const { place } = message;
    if (place && !isCalm(seen) && (await mustWait(ports.storage, seen, place))) return waitInLine(ports, seen, place);
    const at = ports.clock.now();
    const result = await send(ports, door, { ...message, sentAt: at, requestId: operation.requestId });
    const attempt = attemptOf(operation, at, result);
    if (!isWell(attempt)) doors.forget(endpointId);
    return conclude(ports, { operation, seen, place }, attempt, result);
  };
}

function failed(error: OperationError): AttemptOutcome {
  return { kind: 'failed', error };
}

const eventExpired: OperationError = {
  code: 'NOT_FOUND',
  reason: 'event_expired',
  message: 'the event is no longer kept',
  retryable: false,
};

interface Message {
  readonly eventId: EventId;
  readonly body: string;
  /** Null for a trial. */
  readonly place: LinePlace | null;
}

function outgoingKey(operation: Operation): OutgoingKey {
  const { organizationId, environment } = operation;
  const endpointId = inputId(operation, 'we', 'endpoint_id');
  return { organizationId, environment, endpointId, eventId: inputId(operation, 'evt', 'event_id') };
}

/** What a delivery sends; undefined when its event is no longer kept. */
function messageOf(operation: Operation, event: Event | undefined): Message | undefined {
  const { id: operationId, environment, createdAt, input } = operation;
  const { eventId, endpointId } = outgoingKey(operation);
  if (input['trial'] === true) {
    return { eventId, body: endpointTestBody({ eventId, endpointId, environment, createdAt }), place: null };
  }
  if (!event || isPurged(event.data)) return undefined;
  const { connectionId, sequence } = event;
  return { eventId, body: eventBody(event), place: { operationId, endpointId, connectionId, sequence } };
}

function send(
  { signer, sender }: Ports,
  { endpoint, secrets }: EndpointDoor,
  message: { readonly eventId: EventId; readonly body: string; readonly sentAt: Date; readonly requestId: RequestId },
): Promise<SendResult> {
  const signatures = signer.headers({ ...message, secrets });
  return sender.send({
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

function isWell({ responseStatus }: DeliveryAttempt): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** The answer of a healthy endpoint is certain and shares its commit; every other is looked at in one of its own. */
function conclude(ports: Ports, attempted: Attempted, attempt: DeliveryAttempt, result: SendResult): Conclusion {
  const deliveryId = inputId(attempted.operation, 'dlv', 'delivery_id');
  const retryAfterSeconds = result.kind === 'answered' ? result.retryAfterSeconds : null;
  const verdict = deliveryVerdict({ status: attempt.responseStatus, retryAfterSeconds, error: attempt.error });
  if (verdict.kind === 'delivered' && isRoutine(attempted.seen, attempt.at)) {
    return { outcome: delivered(attempt), also: (stores) => stores.deliveries.addAttempt(deliveryId, attempt) };
  }
  return concluding(ports, attempted, { deliveryId, attempt, verdict });
}

interface Made {
  readonly deliveryId: DeliveryId;
  readonly attempt: DeliveryAttempt;
  readonly verdict: DeliveryVerdict;
}

function concluding(ports: Ports, attempted: Attempted, { deliveryId, attempt, verdict }: Made): Conclusion {
  const { operation, seen, place } = attempted;
  return async (stores): Promise<AttemptOutcome> => {
    await stores.deliveries.addAttempt(deliveryId, attempt);
    switch (verdict.kind) {
      case 'delivered':
        await noteSuccess(stores, ports, attempted);
        return delivered(attempt);
      case 'gone': {
        const { organizationId, environment, requestId } = operation;
        const { endpointId } = seen;
        await disableEndpoint(stores, ports, { organizationId, environment, endpointId, reason: 'gone', requestId });
        return failed(verdict.error);
      }
      case 'retry': {
        if (!place) return verdict;
        const disabled = await noteFailure(stores, ports, attempted, verdict);
        return disabled ? failed(endpointDisabled) : verdict;
      }
    }
  };
}

function delivered({ responseStatus }: DeliveryAttempt): AttemptOutcome {
  return { kind: 'succeeded', result: { response_status: responseStatus } };
}
