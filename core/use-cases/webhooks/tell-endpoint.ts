// Operational events about endpoints, told in the transactions that change them.

import { disablesAt, isPauseTold, tellsPause } from '../../domain/endpoint-health.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Noticed } from '../../domain/operational-event.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { notice } from '../alerts/notice.ts';
import { announceOperational } from '../events/announce-operational.ts';

/** What found the change: a delivery, or a person's request (`operationId` null). */
export interface Cause {
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
}

/** The endpoint by what its owner calls it, else by its host: the rest of its address may hold a secret. */
export function endpointSubject({ id, description, url }: WebhookEndpoint) {
  return { type: 'webhook_endpoint', id, name: description?.trim() || new URL(url).host } as const;
}

/** Tells of a pause that is to be told now; returns the endpoint to store. */
export async function tellPaused(
  stores: Stores,
  ports: CorePorts,
  endpoint: WebhookEndpoint,
  cause: Cause,
): Promise<WebhookEndpoint> {
  const now = ports.clock.now();
  const { pausedAt, failingSince, consecutiveFailures } = endpoint;
  if (pausedAt === null || !tellsPause(endpoint, now)) return endpoint;
  await announceOperational(stores, ports, {
    ...aboutIt(endpoint, cause),
    type: 'endpoint.paused',
    reason: 'failing',
    since: failingSince ?? pausedAt,
    details: {
      consecutive_failures: consecutiveFailures,
      disables_at: (disablesAt(endpoint) ?? pausedAt).toISOString(),
    },
    identityParts: [endpoint.id, pausedAt.toISOString()],
  });
  return { ...endpoint, pauseToldAt: now };
}

/** `before` is the endpoint as it was; tells nothing of the end of a pause that was not told. */
export async function tellResumed(
  stores: Stores,
  ports: CorePorts,
  before: WebhookEndpoint,
  { reason, ...cause }: Cause & { readonly reason: 'delivered' | 'enabled' | 'address_changed' },
): Promise<void> {
  const wasDisabled = before.status === 'disabled';
  if (!wasDisabled && !isPauseTold(before)) return;
  const now = ports.clock.now();
  const began = before.pausedAt ?? before.updatedAt;
  const told = await announceOperational(stores, ports, {
    ...aboutIt(before, cause),
    type: 'endpoint.resumed',
    reason,
    since: now,
    details: { previous: wasDisabled ? 'disabled' : 'paused' },
    identityParts: [before.id, began.toISOString(), now.toISOString()],
  });
  if (!told) return;
  const { organizationId, environment, subject } = aboutIt(before, cause);
  const well = { organizationId, environment, isWell: true, subject, connectionId: null, reason, since: now, at: now };
  for (const kind of ['endpoint.paused', 'endpoint.disabled'] as const satisfies readonly Noticed['kind'][])
    await notice(stores, ports, { ...well, kind, eventId: told.id });
}

/** `endpoint` is as it is stored now. */
export async function tellDisabled(
  stores: Stores,
  ports: CorePorts,
  endpoint: WebhookEndpoint,
  { by, ...cause }: Cause & { readonly by: 'service' | 'person' },
): Promise<void> {
  const now = ports.clock.now();
  await announceOperational(stores, ports, {
    ...aboutIt(endpoint, cause),
    type: 'endpoint.disabled',
    reason: endpoint.statusReason,
    since: by === 'service' ? (endpoint.failingSince ?? now) : now,
    details: { by } satisfies JsonObject,
    identityParts: [endpoint.id, now.toISOString()],
  });
}

function aboutIt(endpoint: WebhookEndpoint, { operationId, requestId }: Cause) {
  const { organizationId, environment } = endpoint;
  const subject = endpointSubject(endpoint);
  return { organizationId, environment, subject, connectionId: null, operationId, requestId };
}
