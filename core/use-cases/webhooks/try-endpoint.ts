import type { Caller } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { endpointTestAttempts, endpointTestType } from '../../domain/endpoint-test.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { type DeliveryId, isId, type WebhookEndpointId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { changeOnce } from '../change-once.ts';
import type { Answered } from '../claim-key.ts';
import { requireBacklogCapacity } from '../require-backlog-capacity.ts';
import { draftDelivery } from './draft-delivery.ts';
import { findEndpoint } from './read-endpoints.ts';
import type { EndpointPath } from './rotate-secret.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'wakeUp' | 'settings'>;

/**
 * Sends `endpoint.test` to this endpoint only, whatever types it wants, in one attempt; the answer is read from the
 * delivery. CONFLICT `endpoint_not_enabled` for a disabled one. The Idempotency-Key is optional here.
 */
export function tryEndpoint(ports: Ports) {
  const find = findEndpoint(ports);
  return async (caller: Caller, { endpointId, write }: EndpointPath): Promise<Answered<Delivery>> => {
    const { id } = await find(caller, endpointId);
    assertWritable(ports.settings);
    return changeOnce(ports, caller, write, {
      keyRequired: false,
      wakeUp: ports.wakeUp,
      async draft() {
        await requireBacklogCapacity(ports, caller.organizationId);
        const trial = draftTrial(ports, caller, id);
        return { keep: { delivery_id: trial.delivery.id }, apply: (stores) => queue(stores, caller, id, trial) };
      },
      replay: (kept) => requireDelivery(ports.storage, caller, keptId(kept)),
    });
  };
}

type Trial = ReturnType<typeof draftDelivery>;

function draftTrial(ports: Ports, caller: Caller, id: WebhookEndpointId): Trial {
  const { organizationId, environment, requestId } = caller;
  const about = { id: ports.ids.next('evt'), type: endpointTestType, createdAt: ports.clock.now() } as const;
  const { operation, delivery } = draftDelivery(
    ports,
    { ...about, organizationId, environment, requestId },
    { id },
    { trial: true },
  );
  return { operation: { ...operation, maxAttempts: endpointTestAttempts }, delivery };
}

async function queue(
  { webhookEndpoints, operations, deliveries }: Stores,
  caller: Caller,
  id: WebhookEndpointId,
  { operation, delivery }: Trial,
): Promise<Delivery> {
  const endpoint = await webhookEndpoints.lock(caller, id);
  if (!endpoint) throw notFound('webhook endpoint');
  if (endpoint.status !== 'enabled') {
    throw conflict('endpoint_not_enabled', `the webhook endpoint is ${endpoint.status}`);
  }
  await operations.insert([operation]);
  await deliveries.insert([delivery]);
  return requireDelivery({ deliveries }, caller, delivery.id);
}

async function requireDelivery(
  { deliveries }: Pick<Stores, 'deliveries'>,
  caller: Caller,
  id: DeliveryId | undefined,
): Promise<Delivery> {
  const delivery = id && (await deliveries.find(caller, id));
  if (!delivery) throw notFound('webhook delivery');
  return delivery;
}

function keptId(kept: Json): DeliveryId | undefined {
  const id = isJsonObject(kept) ? kept['delivery_id'] : undefined;
  return typeof id === 'string' && isId('dlv', id) ? id : undefined;
}
