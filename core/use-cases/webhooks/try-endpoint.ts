import type { Caller } from '../../domain/caller.ts';
import { type Delivery, endpointTestType } from '../../domain/delivery.ts';
import { notFound } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftDelivery } from '../queue/draft-delivery.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered } from '../writes/claim-key.ts';
import { type EndpointPath, lockEndpoint, requireEnabled } from './change-endpoint.ts';
import { findDelivery } from './read-deliveries.ts';
import { findEndpoint } from './read-endpoints.ts';

/**
 * Sends `endpoint.test` to this endpoint only, whatever types it wants, in one attempt; callers read the result from the
 * delivery. Throws CONFLICT `endpoint_not_enabled` for a disabled endpoint. The Idempotency-Key is optional here.
 */
export function tryEndpoint(ports: CorePorts) {
  return async (caller: Caller, { endpointId, write }: EndpointPath): Promise<Answered<Delivery>> => {
    const { id } = await findEndpoint(ports)(caller, endpointId);
    return changeOnce(ports, caller, write, {
      act: ['webhook_endpoint.test', id],
      keyRequired: false,
      queuesWork: true,
      async draft() {
        const { ids, clock, tracing } = ports;
        const event = {
          id: ids.next('evt'),
          type: endpointTestType,
          connectionId: null,
          createdAt: clock.now(),
        } as const;
        const told = { ...caller, ...event, traceparent: tracing?.traceparent() ?? null };
        const { operation, delivery } = draftDelivery(ports, told, { id }, { trial: true });
        return {
          forReplay: delivery.id,
          async apply(stores) {
            requireEnabled(await lockEndpoint(stores, caller, id));
            // A person waits for the answer, so there is one attempt.
            await stores.operations.insert([{ ...operation, maxAttempts: 1 }]);
            await stores.deliveries.insert([delivery]);
            const queued = await stores.deliveries.find(caller, delivery.id);
            if (!queued) throw notFound('webhook delivery');
            return queued;
          },
        };
      },
      replay: async (stored) => (await findDelivery(ports)(caller, String(stored))).delivery,
    });
  };
}
