import { checked, dueCheck, probing } from '../../domain/endpoint-health.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './deliver-event.ts';

const endpointsAtOnce = 100;
const batchDeliveries = 500;
const batchesMax = 5;

/**
 * Any number of workers may call it: only one finds an endpoint due. An endpoint that fails delays no other and stays due.
 */
export function sweepEndpoints(ports: CorePorts) {
  return async (): Promise<void> => {
    const due = await ports.storage.webhookEndpoints.listDue(ports.clock.now(), endpointsAtOnce);
    for (const endpoint of due) {
      await sweepEndpoint(ports, endpoint).catch((error: unknown) => {
        const fields = { webhook_endpoint_id: endpoint.id };
        ports.log.error('the sweep of a webhook endpoint failed', error, fields);
      });
    }
  };
}

/** Uses short transactions, so that other work does not wait long. */
export async function sweepEndpoint(ports: CorePorts, { id }: Pick<WebhookEndpoint, 'id'>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const more = await ports.storage.transaction((stores) => sweepOnce(stores, id, ports.clock.now()));
    ports.wakeUp.signal();
    if (!more) return;
  }
}

/** True when there may be more to do. Deliveries that others have locked are left to the next sweep. */
async function sweepOnce(stores: Stores, id: WebhookEndpointId, now: Date): Promise<boolean> {
  const { deliveries, webhookEndpoints } = stores;
  const endpoint = await webhookEndpoints.lockDue(id, now);
  if (!endpoint) return false;
  const check = dueCheck(endpoint);
  if (check === 'probe') {
    const [probe = null] = await deliveries.releaseHeld(id, now, 1);
    await webhookEndpoints.update(probing(endpoint, probe, now));
    return false;
  }
  const changed =
    check === 'release'
      ? (await deliveries.releaseHeld(id, now, batchDeliveries)).length
      : await deliveries.endWaiting(id, check === 'fail' ? endpointDisabled : null, now, batchDeliveries);
  if (changed > 0) return true;
  if (!(await deliveries.hasHeld(id))) await webhookEndpoints.update(checked(endpoint));
  return false;
}
