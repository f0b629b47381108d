import type { Plane } from '../../domain/caller.ts';
import type { DeliveredType } from '../../domain/delivery.ts';
import type { Event } from '../../domain/event.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Deliverable = Pick<Event, 'id' | 'requestId' | 'traceparent' | 'createdAt' | keyof Plane> & {
  readonly type: DeliveredType;
  readonly connectionId: ConnectionId | null;
};

/** An event's delivery to one endpoint and the operation that makes it: stored together or not at all. */
export function draftDelivery(
  { ids }: CorePorts,
  event: Deliverable,
  endpoint: Pick<WebhookEndpoint, 'id'>,
  input: JsonObject = {},
) {
  const { organizationId, environment, requestId, traceparent, createdAt } = event;
  const shared = { organizationId, environment, requestId };
  const deliveryId = ids.next('dlv');
  const operation = queueOperation(
    {
      ...shared,
      id: ids.next('op'),
      type: 'webhook.deliver',
      // Not the event's connection, whose work a disconnect cancels: what was announced is still delivered.
      connectionId: null,
      traceparent,
      subject: endpoint.id,
      input: { delivery_id: deliveryId, event_id: event.id, endpoint_id: endpoint.id, ...input },
    },
    createdAt,
  );
  const delivery = {
    ...shared,
    id: deliveryId,
    endpointId: endpoint.id,
    eventId: event.id,
    connectionId: event.connectionId,
    eventType: event.type,
    operationId: operation.id,
    createdAt,
  };
  return { operation, delivery };
}
