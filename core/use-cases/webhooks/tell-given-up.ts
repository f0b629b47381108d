// `delivery.given_up`, in the transactions that end deliveries.
import type { Delivery } from '../../domain/delivery.ts';
import { type FailedState, hasFailed, type Operation } from '../../domain/operation.ts';
import { reasonOfFailure } from '../../domain/operational-event.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { inputId } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { EndedDelivery } from '../../ports/webhook-stores.ts';
import { announceOperational } from '../events/announce-operational.ts';
import { type Cause, endpointSubject } from './tell-endpoint.ts';

/** `ended` is the operation of a delivery that failed. A trial is told to nobody: a person waits for its result. */
export async function tellDeliveryGivenUp(stores: Stores, ports: CorePorts, ended: Operation): Promise<void> {
  if (!hasFailed(ended.state) || ended.input['trial'] === true) return;
  const [delivery, endpoint] = await Promise.all([
    stores.deliveries.find(ended, inputId(ended, 'dlv', 'delivery_id')),
    stores.webhookEndpoints.find(ended, inputId(ended, 'we', 'endpoint_id')),
  ]);
  if (!delivery || !endpoint) return;
  await tellGivenUp(stores, ports, {
    endpoint,
    deliveries: [delivery],
    state: ended.state,
    reason: reasonOfFailure(ended.error),
    run: [ended.id, String(ended.run)],
    operationId: ended.id,
    requestId: ended.requestId,
  });
}

interface GivenUp extends Cause {
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: readonly EndedDelivery[];
  readonly state: FailedState;
  readonly reason: string | null;
  /** Identifies this end among those of the same deliveries. */
  readonly run: readonly string[];
}

/**
 * Tells of all in one event. Deliveries of `delivery.given_up` itself are left out, so that no end of a delivery leads to
 * another without end.
 */
export async function tellGivenUp(
  stores: Stores,
  ports: CorePorts,
  { endpoint, deliveries, state, reason, run, operationId, requestId }: GivenUp,
): Promise<void> {
  const told = deliveries.filter(({ eventType }) => eventType !== 'delivery.given_up' && eventType !== 'endpoint.test');
  const [first, ...others] = told.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (!first) return;
  const only: EndedDelivery | undefined = others.length === 0 ? first : undefined;
  const { organizationId, environment } = endpoint;
  await announceOperational(stores, ports, {
    organizationId,
    environment,
    type: 'delivery.given_up',
    subject: endpointSubject(endpoint),
    connectionId: null,
    reason,
    since: first.createdAt,
    details: {
      deliveries: told.length,
      state,
      delivery_id: only?.id ?? null,
      event_id: only?.eventId ?? null,
      event_type: (only?.eventType as Exclude<Delivery['eventType'], 'endpoint.test'> | undefined) ?? null,
    },
    operationId,
    requestId,
    identityParts: ['given up', first.id, ...run],
  });
}
