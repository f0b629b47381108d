import type { Plane } from '../../domain/caller.ts';
import { advanced } from '../../domain/endpoint-health.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { cancel, giveUp } from '../../domain/operation-moves.ts';
import type { Stores } from '../../ports/storage.ts';
import { endpointDisabled } from './disable-endpoint.ts';

const batchDeliveries = 500;

/**
 * Ends one batch of what waits for an endpoint that is disabled (`failed`, so that a recovery brings it back) or removed
 * (`cancelled`); true when there is more. Deliveries are held before the endpoint and its health, as those who settle do.
 */
export async function endDeliveries(
  stores: Stores,
  plane: Plane,
  endpointId: WebhookEndpointId,
  now: Date,
): Promise<boolean> {
  const seen = await stores.webhookEndpoints.find(plane, endpointId);
  if (seen?.status === 'enabled') return false;
  const scope = { type: 'webhook.deliver', subject: endpointId } as const;
  const unfinished = await stores.operations.lockUnfinished(plane, scope, batchDeliveries);
  // Held from here on: enabled meanwhile, new deliveries wait in its lines, and nobody would let them go.
  const endpoint = await stores.webhookEndpoints.lock(plane, endpointId);
  if (endpoint?.status === 'enabled') return false;
  for (const operation of unfinished) {
    const next = endpoint ? ended(operation, now) : cancel(operation, now);
    if (next) await stores.operations.update(next, operation.state);
  }
  if (unfinished.length >= batchDeliveries) return true;
  if ((await stores.deliveryLines.clear(endpointId, batchDeliveries)) >= batchDeliveries) return true;
  const health = await stores.endpointHealth.lock(plane, endpointId);
  if (health.backlog === 'ending') await stores.endpointHealth.put(advanced(health, now));
  return false;
}

/** What is under way ends when its attempt does. */
function ended(operation: Operation, now: Date): Operation | undefined {
  return operation.state === 'running' ? undefined : giveUp(operation, endpointDisabled, now);
}
