// What an endpoint's answer means for its health, in the transaction that settles the delivery.
import type { Plane } from '../../domain/caller.ts';
import type { DeliveryVerdict } from '../../domain/delivery-verdict.ts';
import {
  afterFailure,
  afterSuccess,
  disablesAt,
  type EndpointHealth,
  type FailedAttempt,
  isGivenUp,
  isNewsOfSuccess,
} from '../../domain/endpoint-health.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LinePlace } from '../../ports/delivery-line-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { letGo, stepOut } from './line.ts';

type Ports = Pick<CorePorts, 'clock' | 'ids' | 'log'>;

export interface Attempted {
  readonly operation: Operation;
  /** As it was when the attempt began. */
  readonly seen: EndpointHealth;
  /** Null for a trial, which stands in no line. */
  readonly place: LinePlace | null;
}

/** Closes the breaker; a success of a healthy endpoint is kept once a minute. */
export async function noteSuccess(stores: Stores, { clock }: Ports, { seen, place }: Attempted): Promise<void> {
  const now = clock.now();
  const health = await stores.endpointHealth.lock(seen, seen.endpointId);
  const well = isNewsOfSuccess(health, now) ? afterSuccess(health, now) : health;
  const stepped = place ? await stepOut(stores, well, place, now) : well;
  const next = stepped.backlog === 'gathering' ? await letGo(stores, stepped, now) : stepped;
  if (next !== health) await stores.endpointHealth.put(next);
}

type Retried = Extract<DeliveryVerdict, { readonly kind: 'retry' }>;

/** True when this failure was the last straw and the endpoint is disabled now. */
export async function noteFailure(
  stores: Stores,
  ports: Ports,
  { operation, seen, place }: Attempted,
  { error, retryAfterSeconds }: Retried,
): Promise<boolean> {
  const at = ports.clock.now();
  const failure: FailedAttempt = { operationId: operation.id, at, error: error.message, retryAfterSeconds };
  const { endpointId } = seen;
  const known = await stores.endpointHealth.find(seen, endpointId);
  const isDue = (health: EndpointHealth) => isGivenUp(afterFailure(health, failure), failure.at);
  if (isDue(known)) {
    const { requestId } = operation;
    const disabling = { ...planeOf(seen), endpointId, reason: 'failing', requestId, isDue } as const;
    if (await disableEndpoint(stores, ports, disabling)) return true;
  }
  // What was on its way when the breaker opened tells nothing new: a thousand of them do not queue for one row.
  if (known.openedAt && known.probeId !== operation.id) {
    await stores.deliveryLines.leave(operation.id);
    return false;
  }
  const health = await stores.endpointHealth.lock(seen, endpointId);
  const failed = afterFailure(health, failure);
  await stores.endpointHealth.put(place ? await stepOut(stores, failed, place, failure.at) : failed);
  if (failed.openedAt && !health.openedAt) report(ports, failed);
  return false;
}

function planeOf({ organizationId, environment }: EndpointHealth): Plane {
  return { organizationId, environment };
}

function report({ log }: Ports, health: EndpointHealth): void {
  log.warn('a webhook endpoint keeps failing: its deliveries are held and one a minute is tried', {
    webhook_endpoint_id: health.endpointId,
    organization_id: health.organizationId,
    consecutive_failures: health.consecutiveFailures,
    disables_at: disablesAt(health)?.toISOString(),
  });
}
