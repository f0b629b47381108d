import type { Plane } from '../../domain/caller.ts';
import { probedAtOnce } from '../../domain/endpoint-health.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import type { OperationId, WebhookEndpointId } from '../../domain/ids.ts';
import { isTerminal, type Operation, type OperationState } from '../../domain/operation.ts';
import { held, redeliver } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { inputId, inputText } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { requireEnabled } from './change-endpoint.ts';

/** Throws CONFLICT `endpoint_not_enabled` or `event_expired`. */
export async function assertSendable({ events }: Stores, delivery: Operation, endpoint?: WebhookEndpoint) {
  requireEnabled(endpoint);
  if (delivery.input['trial'] === true) return;
  const event = await events.find(delivery, inputId(delivery, 'evt', 'event_id'));
  if (event && !isPurged(event.data)) return;
  throw conflict('event_expired', 'the event is no longer stored, so its deliveries cannot be replayed');
}

/**
 * Begins a new run of ended deliveries and tries waiting ones now; those of a paused endpoint are held until it is resumed.
 * Skips those whose state is not in `from`; returns for each that it skips why. Locks the deliveries before their endpoints,
 * as settling does, and both by id, so that two such transactions cannot deadlock.
 */
export async function sendAgain(
  stores: Stores,
  ports: CorePorts,
  operation: Operation,
  { ids, from }: { readonly ids: readonly OperationId[]; readonly from: readonly OperationState[] },
): Promise<readonly string[]> {
  const { operations, webhookEndpoints } = stores;
  const now = ports.clock.now();
  const traceparent = ports.tracing?.traceparent();
  const note = { actor: operation.id, reason: inputText(operation, 'reason'), traceparent };
  const skipped: string[] = [];
  const locked: Operation[] = [];
  for (const id of [...ids].sort()) {
    const before = await operations.lock(operation, id);
    if (before && from.includes(before.state)) locked.push(before);
    else skipped.push('changed_meanwhile');
  }
  const endpoints = await lockAll(stores, operation, locked);
  for (const before of locked) {
    const endpoint = endpoints.get(String(before.subject));
    try {
      await assertSendable(stores, before, endpoint);
      const after = isTerminal(before.state) ? redeliver(before, note, now) : before;
      await operations.update(held(after, endpoint?.pausedAt ? null : now, now), before.state);
    } catch (error) {
      skipped.push(reasonOf(error));
    }
  }
  for (const endpoint of endpoints.values())
    if (endpoint?.pausedAt) await webhookEndpoints.update(probedAtOnce(endpoint, now));
  return skipped;
}

async function lockAll({ webhookEndpoints }: Stores, plane: Plane, deliveries: readonly Operation[]) {
  const endpoints = new Map<string, WebhookEndpoint | undefined>();
  for (const id of new Set(deliveries.map(({ subject }) => String(subject)).sort()))
    endpoints.set(id, await webhookEndpoints.lock(plane, id as WebhookEndpointId));
  return endpoints;
}

/** The reason of a refusal; throws any other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.details.reason ?? error.code.toLowerCase();
  throw error;
}
