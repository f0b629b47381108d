import type { Caller } from '../../domain/caller.ts';
import { resumed, stopped } from '../../domain/endpoint-health.ts';
import { badRequest } from '../../domain/errors.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { WebhookEndpointPatch } from '../../schemas/requests/webhooks.ts';
import { recordAct } from '../access/record-act.ts';
import { endpointAct, lockEndpoint } from './change-endpoint.ts';
import { findEndpoint } from './read-endpoints.ts';
import { sweepEndpoint } from './sweep-endpoints.ts';

/**
 * Changes the fields that are given (`PATCH /v1/webhook-endpoints/:webhook_endpoint_id`). What is on its way goes to
 * the new address; to a disabled endpoint nothing goes, and what waits for it ends as `failed`. Enabling it again and
 * giving it another address are a new start for its health. Throws BAD_REQUEST naming the field, NOT_FOUND.
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
      await recordAct(stores, ports, caller, endpointAct('updated', after));
      await stores.webhookEndpoints.update(after);
      return after;
    });
    if (changed.nextCheckAt) await sweepEndpoint(ports, changed);
    ports.wakeUp.signal();
    return changed;
  };
}

/** Ends an endpoint: nothing more is sent, unfinished deliveries are cancelled, the history stays. Or NOT_FOUND. */
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
  if (status === before.status && after.url === before.url) return after;
  return status === 'enabled' ? resumed(after, now) : stopped(after, now);
}
