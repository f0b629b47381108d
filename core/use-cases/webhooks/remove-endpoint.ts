import type { Caller } from '../../domain/caller.ts';
import { stopped } from '../../domain/endpoint-health.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { MonitoredEndpoint, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { endpointAudit } from './endpoint-audit.ts';
import { batchesAtOnce, sweepEndpoint } from './sweep-endpoints.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp' | 'settings'>;

/** Ends an endpoint: nothing more is sent, unfinished deliveries are cancelled, the history stays. */
export function removeEndpoint(ports: Ports) {
  return async (caller: Caller, id: string): Promise<MonitoredEndpoint> => {
    const removed = await ports.storage.transaction((stores) => markRemoved(stores, ports, caller, id));
    await sweepEndpoint(ports, removed.health, batchesAtOnce);
    return removed;
  };
}

async function markRemoved(stores: Stores, ports: Ports, caller: Caller, id: string): Promise<MonitoredEndpoint> {
  const endpoint = isId('we', id) ? await stores.webhookEndpoints.lock(caller, id) : undefined;
  if (!endpoint) throw notFound('webhook endpoint');
  assertWritable(ports.settings);
  const now = ports.clock.now();
  const removed: WebhookEndpoint = { ...endpoint, status: 'deleted', statusReason: null, updatedAt: now };
  await stores.webhookEndpoints.update(removed);
  const { organizationId, environment } = endpoint;
  const health = stopped(await stores.endpointHealth.lock({ organizationId, environment }, endpoint.id), now);
  await stores.endpointHealth.put(health);
  await stores.audit.record(endpointAudit(ports, caller, 'webhook_endpoint.deleted', removed));
  return { ...removed, health };
}
