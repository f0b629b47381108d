import { secondsAfter } from '../../domain/backoff.ts';
import type { Caller } from '../../domain/caller.ts';
import { keptSeconds, resumed, stopped } from '../../domain/endpoint-health.ts';
import { badRequest } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { WebhookEndpointPatch } from '../../schemas/requests/webhooks.ts';
import { changesOf, recordAct } from '../access/record-act.ts';
import { endpointAct, lockEndpoint } from './change-endpoint.ts';
import { findEndpoint } from './read-endpoints.ts';
import { sweepEndpoint } from './sweep-endpoints.ts';
import { tellDisabled, tellResumed } from './tell-endpoint.ts';

/**
 * Changes the given fields (`PATCH /v1/webhook-endpoints/:webhook_endpoint_id`). Deliveries on their way go to the new
 * address; those that wait for a disabled endpoint are held for 24 hours and then end as `failed`. Enabling an endpoint or changing its address resets its
 * health. Throws BAD_REQUEST naming the field, NOT_FOUND.
 */
export function updateEndpoint(ports: CorePorts) {
  return async (caller: Caller, id: string, body: unknown): Promise<WebhookEndpoint> => {
    const found = await findEndpoint(ports)(caller, id);
    const patch = parse(WebhookEndpointPatch, body);
    const refusal = patch.url === undefined ? undefined : ports.sender.refuses(patch.url);
    if (refusal !== undefined) throw badRequest('url', refusal);
    const changed = await ports.storage.transaction(async (stores) => {
      const before = await lockEndpoint(stores, caller, found.id);
      const after = patched(before, patch, ports.clock.now());
      const changes = changesOf(audited(before), audited(after));
      await recordAct(stores, ports, caller, { ...endpointAct('updated', after), changes });
      await stores.webhookEndpoints.update(after);
      await tellChange(stores, ports, { before, after }, caller.requestId);
      return after;
    });
    if (changed.nextCheckAt) await sweepEndpoint(ports, changed);
    ports.wakeUp.signal();
    return changed;
  };
}

async function tellChange(
  stores: Stores,
  ports: CorePorts,
  { before, after }: { readonly before: WebhookEndpoint; readonly after: WebhookEndpoint },
  requestId: RequestId,
): Promise<void> {
  const cause = { operationId: null, requestId };
  const isEnabled = after.status === 'enabled';
  if (before.status !== after.status) {
    if (isEnabled) await tellResumed(stores, ports, before, { ...cause, reason: 'enabled' });
    else await tellDisabled(stores, ports, after, { ...cause, by: 'person' });
  } else if (isEnabled && before.pausedAt && !after.pausedAt) {
    await tellResumed(stores, ports, before, { ...cause, reason: 'address_changed' });
  }
}

/** Leaves only the host of the address, because customers may keep a secret in the rest. */
function audited({ url, eventTypes, description, status, sendTraceparent }: WebhookEndpoint): JsonObject {
  const { host } = new URL(url);
  return { host, event_types: eventTypes, description, status, send_traceparent: sendTraceparent };
}

/** Removes an endpoint: nothing more is sent, unfinished deliveries are cancelled, the history stays. Throws NOT_FOUND. */
export function removeEndpoint(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<WebhookEndpoint> => {
    const removed = await ports.storage.transaction(async (stores) => {
      const before = await lockEndpoint(stores, caller, id);
      const now = ports.clock.now();
      const after = stopped({ ...before, status: 'deleted', statusReason: null, updatedAt: now } as const, now);
      await recordAct(stores, ports, caller, endpointAct('deleted', after));
      await stores.webhookEndpoints.update(after);
      return after;
    });
    await sweepEndpoint(ports, removed);
    return removed;
  };
}

function patched(before: WebhookEndpoint, patch: WebhookEndpointPatch, now: Date): WebhookEndpoint {
  const { url, event_types, description, status = before.status } = patch;
  const eventTypes = event_types && [...new Set(event_types)];
  const sendTraceparent = patch.send_traceparent;
  const reason = status === 'disabled' ? 'requested' : null;
  const statusReason = status === before.status ? before.statusReason : reason;
  const fields = given({ url, eventTypes, description, sendTraceparent });
  const after = { ...before, ...fields, status, statusReason, updatedAt: now };
  if (status === before.status && (status === 'disabled' || after.url === before.url)) return after;
  return status === 'enabled' ? resumed(after, now) : stopped(after, secondsAfter(now, keptSeconds));
}
