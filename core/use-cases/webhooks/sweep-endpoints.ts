// What is due for endpoints: the next probe of a paused one, the release of what a resumed one holds, the end of what
// waits for one that is disabled or removed.
import { cleared, type EndpointHealth, isDue, probing } from '../../domain/endpoint-health.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './deliver-event.ts';

const endpointsAtOnce = 100;
const batchDeliveries = 500;
/** Of one endpoint; the rest waits for the next sweep. */
const batchesMax = 5;

/**
 * Any number of workers may call it: of those that come for the same endpoint one finds it due. Returns how many
 * endpoints it looked at. An endpoint that fails delays no other; the next sweep looks at it again.
 */
export function sweepEndpoints(ports: CorePorts) {
  return async (): Promise<number> => {
    const due = await ports.storage.endpointHealth.listDue(ports.clock.now(), endpointsAtOnce);
    for (const health of due) {
      await sweepEndpoint(ports, health).catch((error: unknown) => {
        const fields = { webhook_endpoint_id: health.endpointId };
        ports.log.error('a webhook endpoint could not be looked after', error, fields);
      });
    }
    return due.length;
  };
}

/** In short transactions, so that live work is never held up. */
export async function sweepEndpoint(ports: CorePorts, found: EndpointHealth): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const more = await ports.storage.transaction((stores) => sweepOnce(stores, found, ports.clock.now()));
    ports.wakeUp.signal();
    if (!more) return;
  }
}

/** True when there may be more to do. Deliveries that others have locked are left to the next sweep. */
async function sweepOnce(stores: Stores, found: EndpointHealth, now: Date): Promise<boolean> {
  const { deliveries, endpointHealth } = stores;
  const { endpointId } = found;
  const health = await endpointHealth.lock(found, endpointId);
  if (!isDue(health, now)) return false;
  const endpoint = await stores.webhookEndpoints.find(found, endpointId);
  if (endpoint?.status === 'enabled' && health.pausedAt) {
    const [probe = null] = await deliveries.releaseHeld(endpointId, now, 1);
    await endpointHealth.put(probing(health, probe, now));
    return false;
  }
  const changed =
    endpoint?.status === 'enabled'
      ? (await deliveries.releaseHeld(endpointId, now, batchDeliveries)).length
      : await deliveries.endWaiting(endpointId, endpoint ? endpointDisabled : null, now, batchDeliveries);
  if (changed > 0) return true;
  if (!(await deliveries.hasHeld(endpointId))) await endpointHealth.put(cleared(health));
  return false;
}
