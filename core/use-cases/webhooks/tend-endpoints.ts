// Looks after endpoints that do not answer well: sends the probe of an open breaker, lets go or ends what waits.
import type { Plane } from '../../domain/caller.ts';
import { disablesAt, type EndpointHealth, isDue, probing, warnBeforeSeconds } from '../../domain/endpoint-health.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { endDeliveries } from './end-deliveries.ts';
import { letGo } from './line.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'log' | 'wakeUp'>;

const endpointsAtOnce = 100;
/** Of one endpoint; the rest waits for the next round. */
const batchesMax = 20;

/** Any number of workers may call it: of those that come for the same endpoint one finds it due. Returns how many endpoints it looked at. */
export function tendEndpoints(ports: Ports) {
  return async (): Promise<number> => {
    const due = await ports.storage.endpointHealth.listDue(ports.clock.now(), endpointsAtOnce);
    for (const health of due) await tend(ports, health).catch((error: unknown) => report(ports, health, error));
    if (due.length > 0) ports.wakeUp.signal();
    return due.length;
  };
}

async function tend(ports: Ports, found: EndpointHealth): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const more = await ports.storage.transaction((stores) =>
      found.backlog === 'ending'
        ? endDeliveries(stores, planeOf(found), found.endpointId, ports.clock.now())
        : tendOnce(stores, ports, found),
    );
    if (!more) return;
  }
}

/** One endpoint's trouble keeps none of the others waiting; its turn comes again with the next round. */
function report({ log }: Ports, { endpointId }: EndpointHealth, error: unknown): void {
  log.error('a webhook endpoint could not be looked after', error, { webhook_endpoint_id: endpointId });
}

async function tendOnce(stores: Stores, ports: Ports, { endpointId, ...found }: EndpointHealth): Promise<boolean> {
  const now = ports.clock.now();
  const health = await stores.endpointHealth.lock(planeOf(found), endpointId);
  if (!isDue(health, now) || health.backlog === 'ending') return false;
  const next = health.openedAt ? await sendProbe(stores, ports, health, now) : await letGo(stores, health, now);
  await stores.endpointHealth.put(next);
  return isDue(next, now);
}

async function sendProbe(stores: Stores, ports: Ports, health: EndpointHealth, now: Date): Promise<EndpointHealth> {
  const probeId = await stores.deliveryLines.letOutFirst(health.endpointId, now);
  const next = probing(health, probeId ?? null, now);
  warnOfTheEnd(ports, health, next);
  return next;
}

/** Once: its moment lies between one probe and the next. */
function warnOfTheEnd({ log }: Ports, health: EndpointHealth, next: EndpointHealth): void {
  const end = disablesAt(health);
  const warnAt = end && new Date(end.getTime() - warnBeforeSeconds * 1000);
  if (!warnAt || !health.tendAt || !next.tendAt) return;
  if (warnAt <= health.tendAt || warnAt > next.tendAt) return;
  log.warn('a webhook endpoint is disabled in a day unless it answers', {
    webhook_endpoint_id: health.endpointId,
    organization_id: health.organizationId,
    disables_at: end.toISOString(),
  });
}

function planeOf({ organizationId, environment }: Plane): Plane {
  return { organizationId, environment };
}
