// What is due for endpoints: the next probe of a paused one, the release of what a resumed one holds, the end of what
// waits for one that is disabled or removed.
import {
  cleared,
  disablesAt,
  type EndpointHealth,
  isDue,
  probing,
  warnBeforeSeconds,
} from '../../domain/endpoint-health.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './conclude-delivery.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'log' | 'wakeUp'>;

const endpointsAtOnce = 100;
const batchDeliveries = 500;
/** Of one endpoint; the rest waits for the next sweep. */
const batchesMax = 20;
/** For the request that changes an endpoint; the rest waits for the next sweep. */
export const batchesAtOnce = 5;

/**
 * Any number of workers may call it: of those that come for the same endpoint one finds it due. Returns how many
 * endpoints it looked at.
 */
export function sweepEndpoints(ports: Ports) {
  return async (): Promise<number> => {
    const due = await ports.storage.endpointHealth.listDue(ports.clock.now(), endpointsAtOnce);
    for (const health of due)
      await sweepEndpoint(ports, health).catch((error: unknown) => report(ports, health, error));
    return due.length;
  };
}

/** In short transactions, so that live work is never held up. */
export async function sweepEndpoint(ports: Ports, found: EndpointHealth, batches = batchesMax): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const more = await ports.storage.transaction((stores) => sweepOnce(stores, ports, found));
    ports.wakeUp.signal();
    if (!more) return;
  }
}

/** One endpoint's trouble keeps none of the others waiting; the next sweep looks at it again. */
function report({ log }: Ports, { endpointId }: EndpointHealth, error: unknown): void {
  log.error('a webhook endpoint could not be looked after', error, { webhook_endpoint_id: endpointId });
}

/** True when there may be more to do. Deliveries that others have locked are left to the next sweep. */
async function sweepOnce(stores: Stores, { clock, log }: Ports, found: EndpointHealth): Promise<boolean> {
  const { endpointId } = found;
  const now = clock.now();
  const health = await stores.endpointHealth.lock(found, endpointId);
  if (!isDue(health, now)) return false;
  const endpoint = await stores.webhookEndpoints.find(found, endpointId);
  if (endpoint?.status === 'enabled' && health.pausedAt) {
    const [probe] = await stores.deliveries.releaseHeld(endpointId, now, 1);
    const next = probing(health, probe ?? null, now);
    await stores.endpointHealth.put(next);
    warnOfTheEnd(log, health, next);
    return false;
  }
  const changed =
    endpoint?.status === 'enabled'
      ? await releaseBatch(stores, health, now)
      : await stores.deliveries.endWaiting(endpointId, endpoint ? endpointDisabled : null, now, batchDeliveries);
  if (changed > 0) return true;
  if (!(await stores.deliveries.hasHeld(endpointId))) await stores.endpointHealth.put(cleared(health));
  return false;
}

/** Held deliveries first, then those between two tries that nobody tried since the endpoint was resumed. */
async function releaseBatch({ deliveries }: Stores, health: EndpointHealth, now: Date): Promise<number> {
  const { endpointId, resumedAt } = health;
  const released = await deliveries.releaseHeld(endpointId, now, batchDeliveries);
  if (released.length > 0 || !resumedAt) return released.length;
  return deliveries.releaseRetrying(endpointId, resumedAt, now, batchDeliveries);
}

/** Once: its moment lies between one probe and the next. */
function warnOfTheEnd(log: Ports['log'], health: EndpointHealth, next: EndpointHealth): void {
  const end = disablesAt(health);
  const warnAt = end && new Date(end.getTime() - warnBeforeSeconds * 1000);
  if (!warnAt || !health.nextCheckAt || !next.nextCheckAt) return;
  if (warnAt <= health.nextCheckAt || warnAt > next.nextCheckAt) return;
  log.warn('a webhook endpoint is disabled in a day unless it answers', {
    webhook_endpoint_id: health.endpointId,
    organization_id: health.organizationId,
    disables_at: end.toISOString(),
  });
}
