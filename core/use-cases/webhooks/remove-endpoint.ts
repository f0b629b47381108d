import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { cancel } from '../../domain/operation-moves.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { endpointAudit } from './endpoint-audit.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'settings'>;

const batchDeliveries = 500;
/** What is left beyond this is cancelled by the worker that comes to it. */
const batchesMax = 100;

/** Ends an endpoint: nothing more is sent, unfinished deliveries are cancelled, the history stays. */
export function removeEndpoint(ports: Ports) {
  return async (caller: Caller, id: string): Promise<WebhookEndpoint> => {
    const removed = await ports.storage.transaction((stores) => markRemoved(stores, ports, caller, id));
    for (let batch = 0; batch < batchesMax; batch++) {
      if ((await cancelDeliveries(ports, removed)) < batchDeliveries) break;
    }
    return removed;
  };
}

async function markRemoved(stores: Stores, ports: Ports, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = isId('we', id) ? await stores.webhookEndpoints.lock(caller, id) : undefined;
  if (!endpoint) throw notFound('webhook endpoint');
  assertWritable(ports.settings);
  const removed: WebhookEndpoint = { ...endpoint, status: 'deleted', statusReason: null, updatedAt: ports.clock.now() };
  await stores.webhookEndpoints.update(removed);
  await stores.audit.record(endpointAudit(ports, caller, 'webhook_endpoint.deleted', removed));
  return removed;
}

/** One batch, in a transaction of its own so that live work is never held up; returns how many it found. */
async function cancelDeliveries({ storage, clock }: Ports, endpoint: WebhookEndpoint): Promise<number> {
  return storage.transaction(async ({ operations }) => {
    const scope = { type: 'webhook.deliver', subject: endpoint.id } as const;
    const unfinished = await operations.lockUnfinished(endpoint, scope, batchDeliveries);
    for (const operation of unfinished) await operations.update(cancel(operation, clock.now()), operation.state);
    return unfinished.length;
  });
}
