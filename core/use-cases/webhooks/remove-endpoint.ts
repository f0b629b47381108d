import type { Caller } from '../../domain/caller.ts';
import { stopped } from '../../domain/endpoint-health.ts';
import type { MonitoredEndpoint, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { endpointAudit, lockEndpoint } from './change-endpoint.ts';
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
  const endpoint = await lockEndpoint(stores, caller, id);
  assertWritable(ports.settings);
  const now = ports.clock.now();
  const removed: WebhookEndpoint = { ...endpoint, status: 'deleted', statusReason: null, updatedAt: now };
  await stores.webhookEndpoints.update(removed);
  const health = stopped(await stores.endpointHealth.lock(endpoint, endpoint.id), now);
  await stores.endpointHealth.put(health);
  await stores.audit.record(endpointAudit(ports, caller, { action: 'webhook_endpoint.deleted', endpoint: removed }));
  return { ...removed, health };
}
