import type { Caller } from '../../domain/caller.ts';
import { resumed, stopped } from '../../domain/endpoint-health.ts';
import { badRequest } from '../../domain/errors.ts';
import type { MonitoredEndpoint, WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { WebhookEndpointPatch } from '../../schemas/requests/webhooks.ts';
import { assertWritable } from '../assert-writable.ts';
import { recordAct } from '../record-act.ts';
import { endpointAct, lockEndpoint, requireCapacity } from './change-endpoint.ts';
import { findEndpoint } from './read-endpoints.ts';
import { sweepEndpoint } from './sweep-endpoints.ts';

/**
 * Changes the fields that are given (`PATCH /v1/webhook-endpoints/:webhook_endpoint_id`). What is on its way goes to
 * the new address; to a disabled endpoint nothing goes, and what waits for it ends as `failed`. Enabling it again and
 * giving it another address are a new start for its health.
 */
export function updateEndpoint(ports: CorePorts) {
  return async (caller: Caller, id: string, body: unknown): Promise<MonitoredEndpoint> => {
    const found = await findEndpoint(ports)(caller, id);
    assertWritable(ports.settings);
    const patch = parse(WebhookEndpointPatch, body);
    const refusal = patch.url === undefined ? undefined : ports.sender.refuses(patch.url);
    if (refusal !== undefined) throw badRequest('url', `url: ${refusal}`);
    const changed = await ports.storage.transaction(async (stores) => {
      const before = await lockEndpoint(stores, caller, found.id);
      const after = patched(before, patch, ports.clock.now());
      // An earlier release counted the enabled ones only.
      if (after.status === 'enabled' && before.status !== 'enabled') await requireCapacity(stores, caller, 0);
      await recordAct(stores, ports, caller, endpointAct('updated', after));
      return store(stores, before, after);
    });
    if (changed.health.nextCheckAt) await sweepEndpoint(ports, changed.health);
    ports.wakeUp.signal();
    return changed;
  };
}

/** Ends an endpoint: nothing more is sent, unfinished deliveries are cancelled, the history stays. */
export function removeEndpoint(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<MonitoredEndpoint> => {
    const removed = await ports.storage.transaction(async (stores) => {
      const before = await lockEndpoint(stores, caller, id);
      assertWritable(ports.settings);
      const after = { ...before, status: 'deleted', statusReason: null, updatedAt: ports.clock.now() } as const;
      await recordAct(stores, ports, caller, endpointAct('deleted', after));
      return store(stores, before, after);
    });
    await sweepEndpoint(ports, removed.health);
    return removed;
  };
}

/** Stores the changed endpoint, and what the change means for its health. */
async function store(
  { webhookEndpoints, endpointHealth }: Stores,
  before: WebhookEndpoint,
  after: WebhookEndpoint,
): Promise<MonitoredEndpoint> {
  const { id, updatedAt } = after;
  await webhookEndpoints.update(after);
  if (after.status === before.status && after.url === before.url) {
    return { ...after, health: await endpointHealth.find(after, id) };
  }
  const locked = await endpointHealth.lock(after, id);
  const health = after.status === 'enabled' ? resumed(locked, updatedAt) : stopped(locked, updatedAt);
  await endpointHealth.put(health);
  return { ...after, health };
}

function patched(before: WebhookEndpoint, patch: WebhookEndpointPatch, now: Date): WebhookEndpoint {
  const { url, event_types, description, status = before.status } = patch;
  const eventTypes = event_types && [...new Set(event_types)];
  const reason = status === 'disabled' ? 'requested' : null;
  const statusReason = status === before.status ? before.statusReason : reason;
  return { ...before, ...given({ url, eventTypes, description }), status, statusReason, updatedAt: now };
}
