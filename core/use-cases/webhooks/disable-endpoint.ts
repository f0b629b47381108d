import type { Plane } from '../../domain/caller.ts';
import { type EndpointHealth, ending } from '../../domain/endpoint-health.ts';
import type { RequestId, WebhookEndpointId } from '../../domain/ids.ts';
import type { OperationError } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

/** `gone`: it answered 410; `failing`: it has not answered well for five days. */
export type DisableReason = 'gone' | 'failing';

export interface Disabling extends Plane {
  readonly endpointId: WebhookEndpointId;
  readonly reason: DisableReason;
  readonly requestId: RequestId;
  /** Asked once the health is held: it may have become well since the caller looked. */
  readonly isDue?: (health: EndpointHealth) => boolean;
}

/**
 * Ends sending to an endpoint; what waits for it ends too. The endpoint is held before its health, as a PATCH does. False
 * when it is well and stays enabled.
 */
export async function disableEndpoint(
  stores: Stores,
  { clock, ids, log }: Pick<CorePorts, 'clock' | 'ids' | 'log'>,
  { endpointId, reason, requestId, organizationId, environment, isDue = () => true }: Disabling,
): Promise<boolean> {
  const plane = { organizationId, environment };
  const endpoint = await stores.webhookEndpoints.lock(plane, endpointId);
  if (endpoint?.status !== 'enabled') return true;
  const health = await stores.endpointHealth.lock(plane, endpointId);
  if (!isDue(health)) return false;
  const now = clock.now();
  await stores.webhookEndpoints.update({ ...endpoint, status: 'disabled', statusReason: reason, updatedAt: now });
  await stores.endpointHealth.put(ending(health, now));
  await stores.audit.record({
    ...plane,
    id: ids.next('audit'),
    actor: 'system',
    action: 'webhook_endpoint.disabled',
    subject: endpointId,
    details: { reason },
    requestId,
    at: now,
  });
  log.warn('a webhook endpoint was disabled', { webhook_endpoint_id: endpointId, reason });
  return true;
}

/** Why a delivery to a disabled endpoint ends. */
export const endpointDisabled: OperationError = {
  code: 'CONFLICT',
  reason: 'endpoint_disabled',
  message: 'the webhook endpoint is disabled',
  retryable: false,
};
