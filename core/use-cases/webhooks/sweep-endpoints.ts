import { checked, dueCheck, probing } from '../../domain/endpoint-health.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { EndedDelivery } from '../../ports/webhook-stores.ts';
import { endpointDisabled } from './deliver-event.ts';
import { tellGivenUp } from './tell-given-up.ts';

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
    const more = await ports.storage.transaction((stores) => sweepOnce(stores, ports, id));
    ports.wakeUp.signal();
    if (!more) return;
  }
}

/** True when there may be more to do. Deliveries that others have locked are left to the next sweep. */
async function sweepOnce(stores: Stores, ports: CorePorts, id: WebhookEndpointId): Promise<boolean> {
  const now = ports.clock.now();
  const { deliveries, webhookEndpoints } = stores;
  const endpoint = await webhookEndpoints.lockDue(id, now);
  if (!endpoint) return false;
  const check = dueCheck(endpoint);
  if (check === 'probe') {
    const [probe = null] = await deliveries.releaseHeld(id, now, 1);
    await webhookEndpoints.update(probing(endpoint, probe, now));
    return false;
  }
  if (check === 'release') {
    if ((await deliveries.releaseHeld(id, now, batchDeliveries)).length > 0) return true;
  } else {
    const error = check === 'fail' ? endpointDisabled : null;
    const ended = await deliveries.endWaiting(id, error, now, batchDeliveries);
    if (error && ended.length > 0) await tellEnded(stores, ports, endpoint, ended);
    if (ended.length > 0) return true;
  }
  if (!(await deliveries.hasHeld(id))) await webhookEndpoints.update(checked(endpoint));
  return false;
}

async function tellEnded(
  stores: Stores,
  ports: CorePorts,
  endpoint: WebhookEndpoint,
  deliveries: readonly EndedDelivery[],
): Promise<void> {
  const { reason = null } = endpointDisabled;
  const cause = { operationId: null, requestId: ports.ids.next('req') };
  const run = [ports.clock.now().toISOString()];
  await tellGivenUp(stores, ports, { endpoint, deliveries, state: 'failed', reason, run, ...cause });
}
