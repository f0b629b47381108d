import type { Caller } from '../../domain/caller.ts';
import { type Delivery, endpointTestType } from '../../domain/delivery.ts';
import { notFound } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, changeOnce, storedId } from '../claim-key.ts';
import { type EndpointPath, lockEndpoint, requireEnabled } from './change-endpoint.ts';
import { draftDelivery } from './draft-delivery.ts';
import { findDelivery } from './read-deliveries.ts';
import { findEndpoint } from './read-endpoints.ts';

/**
 * Sends `endpoint.test` to this endpoint only, whatever types it wants, in one attempt; the answer is read from the
 * delivery. CONFLICT `endpoint_not_enabled` for a disabled one. The Idempotency-Key is optional here.
 */
export function tryEndpoint(ports: CorePorts) {
  return async (caller: Caller, { endpointId, write }: EndpointPath): Promise<Answered<Delivery>> => {
    const { id } = await findEndpoint(ports)(caller, endpointId);
    assertWritable(ports.settings);
    return changeOnce(ports, caller, write, {
      keyRequired: false,
      queuesWork: true,
      async draft() {
        const event = { id: ports.ids.next('evt'), type: endpointTestType, createdAt: ports.clock.now() } as const;
        const { operation, delivery } = draftDelivery(ports, { ...caller, ...event }, { id }, { trial: true });
        return {
          forReplay: { delivery_id: delivery.id },
          async apply(stores) {
            requireEnabled(await lockEndpoint(stores, caller, id));
            // Who tries an endpoint out is waiting for the answer.
            await stores.operations.insert([{ ...operation, maxAttempts: 1 }]);
            await stores.deliveries.insert([delivery]);
            const queued = await stores.deliveries.find(caller, delivery.id);
            if (!queued) throw notFound('webhook delivery');
            return queued;
          },
        };
      },
      replay: async (stored) => (await findDelivery(ports)(caller, storedId(stored, 'delivery_id'))).delivery,
    });
  };
}
