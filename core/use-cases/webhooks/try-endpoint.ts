import type { Caller } from '../../domain/caller.ts';
import { type Delivery, endpointTestAttempts, endpointTestType } from '../../domain/delivery.ts';
import { notFound } from '../../domain/errors.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, changeOnce, storedId } from '../claim-key.ts';
import { requireBacklogCapacity } from '../require-backlog-capacity.ts';
import { type EndpointPath, lockEndpoint, requireEnabled } from './change-endpoint.ts';
import { draftDelivery } from './draft-delivery.ts';
import { findDelivery } from './read-deliveries.ts';
import { findEndpoint } from './read-endpoints.ts';

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
        return { forReplay: { delivery_id: trial.delivery.id }, apply: (stores) => queue(stores, caller, id, trial) };
      },
      replay: async (kept) => (await findDelivery(ports)(caller, storedId(kept, 'delivery_id'))).delivery,
    });
  };
}

type Trial = ReturnType<typeof draftDelivery>;

function draftTrial(ports: Ports, { organizationId, environment, requestId }: Caller, id: WebhookEndpointId): Trial {
  const event = { id: ports.ids.next('evt'), type: endpointTestType, createdAt: ports.clock.now() } as const;
  const { operation, delivery } = draftDelivery(
    ports,
    { ...event, organizationId, environment, requestId },
    { id },
    { trial: true },
  );
  return { operation: { ...operation, maxAttempts: endpointTestAttempts }, delivery };
}

async function queue(stores: Stores, caller: Caller, id: WebhookEndpointId, trial: Trial): Promise<Delivery> {
  requireEnabled(await lockEndpoint(stores, caller, id));
  await stores.operations.insert([trial.operation]);
  await stores.deliveries.insert([trial.delivery]);
  const queued = await stores.deliveries.find(caller, trial.delivery.id);
  if (!queued) throw notFound('webhook delivery');
  return queued;
}
