// What an endpoint's answer means for the delivery and for the endpoint, stored in the transaction that settles it.
import type { DeliveryVerdict, MadeAttempt } from '../../domain/delivery.ts';
import {
  afterFailure,
  afterSuccess,
  disablesAt,
  type EndpointHealth,
  isGivenUp,
  isHeld,
  stopped,
  storesSuccess,
} from '../../domain/endpoint-health.ts';
import type { Operation, OperationError } from '../../domain/operation.ts';
import type { AttemptOutcome } from '../../domain/operation-moves.ts';
import type { MonitoredEndpoint } from '../../domain/webhook-endpoint.ts';
import type { Conclusion } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { recordAct } from '../record-act.ts';

type Ports = Pick<CorePorts, 'clock' | 'ids' | 'log'>;

export interface Attempted {
  readonly operation: Operation;
  /** The endpoint's, as it was before the attempt. */
  readonly health: EndpointHealth;
  readonly attempt: MadeAttempt;
  readonly verdict: DeliveryVerdict;
  /** A failed trial says nothing of the endpoint: a person sent it to see whether it works. */
  readonly isTrial: boolean;
}

/** Why a delivery to a disabled endpoint ends. */
export const endpointDisabled: OperationError = {
  code: 'CONFLICT',
  reason: 'endpoint_disabled',
  message: 'the webhook endpoint is disabled',
  retryable: false,
};

/** A success of a healthy endpoint changes nothing but the delivery and shares a commit with others. */
export function concludeDelivery(ports: Ports, attempted: Attempted): Conclusion {
  const { health, attempt, verdict } = attempted;
  const result = { response_status: attempt.responseStatus };
  const delivered = { kind: 'succeeded', result, delivered: attempt } as const;
  if (verdict.kind === 'delivered' && !storesSuccess(health, attempt.at)) return delivered;
  return async (stores) => {
    if (verdict.kind === 'delivered') {
      const now = ports.clock.now();
      const latest = await stores.endpointHealth.lock(health, health.endpointId);
      if (storesSuccess(latest, now)) await stores.endpointHealth.put(afterSuccess(latest, now));
      return delivered;
    }
    await stores.deliveries.addAttempts([attempt]);
    return noteFailure(stores, ports, attempted, verdict);
  };
}

/**
 * A paused endpoint learns from its probe alone: of a thousand deliveries that were on their way when it was paused none
 * waits for its row. The endpoint is locked before its health, as a PATCH does.
 */
async function noteFailure(
  stores: Stores,
  ports: Ports,
  { operation, health: seen, isTrial }: Attempted,
  verdict: Exclude<DeliveryVerdict, { readonly kind: 'delivered' }>,
): Promise<AttemptOutcome> {
  const { endpointId } = seen;
  if (verdict.kind === 'retry') {
    if (isTrial || isHeld(await stores.endpointHealth.find(seen, endpointId), operation.id)) return verdict;
  }
  const endpoint = await stores.webhookEndpoints.lock(seen, endpointId);
  if (!endpoint) return { kind: 'cancelled' };
  if (endpoint.status !== 'enabled') return { kind: 'failed', error: endpointDisabled };
  const before = await stores.endpointHealth.lock(seen, endpointId);
  const at = ports.clock.now();
  if (verdict.kind === 'gone') {
    await disable(stores, ports, operation, { ...endpoint, health: before, statusReason: 'gone' });
    return { kind: 'failed', error: verdict.error };
  }
  const { error, retryAfterSeconds } = verdict;
  const health = afterFailure(before, { operationId: operation.id, at, error: error.message, retryAfterSeconds });
  if (isGivenUp(health, at)) {
    await disable(stores, ports, operation, { ...endpoint, health, statusReason: 'failing' });
    return { kind: 'failed', error: endpointDisabled };
  }
  await stores.endpointHealth.put(health);
  if (health.pausedAt && !before.pausedAt) {
    ports.log.warn('a webhook endpoint keeps failing: its deliveries are held and one a minute is tried', {
      webhook_endpoint_id: endpointId,
      organization_id: health.organizationId,
      consecutive_failures: health.consecutiveFailures,
      disables_at: disablesAt(health)?.toISOString(),
    });
  }
  return verdict;
}

/** Nothing more is sent to the endpoint; a sweep ends what waits for it. */
async function disable(
  stores: Stores,
  ports: Ports,
  { requestId }: Operation,
  { health, ...endpoint }: MonitoredEndpoint,
): Promise<void> {
  const now = ports.clock.now();
  const { organizationId, environment, id, statusReason: reason } = endpoint;
  await stores.webhookEndpoints.update({ ...endpoint, status: 'disabled', updatedAt: now });
  await stores.endpointHealth.put(stopped(health, now));
  const actor = { organizationId, environment, actor: 'system', requestId } as const;
  await recordAct(stores, ports, actor, { action: 'webhook_endpoint.disabled', subject: id, details: { reason } });
  ports.log.warn('a webhook endpoint was disabled', { webhook_endpoint_id: id, reason });
}
