import type { Caller } from '../../domain/caller.ts';
import { badRequest, notFound } from '../../domain/errors.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { WebhookEndpointPatch } from '../../schemas/requests/webhook-endpoint-request.ts';
import { assertWritable } from '../assert-writable.ts';
import { endpointAudit } from './endpoint-audit.ts';
import { findEndpoint } from './read-endpoints.ts';

type Ports = Pick<CorePorts, 'storage' | 'sender' | 'clock' | 'ids' | 'settings'>;

/**
 * Changes the fields that are given (`PATCH /v1/webhook-endpoints/:webhook_endpoint_id`). What is on its way goes to
 * the new address; to a disabled endpoint nothing goes, and its unfinished deliveries end as they fall due.
 */
export function updateEndpoint(ports: Ports) {
  const find = findEndpoint(ports);
  return async (caller: Caller, id: string, body: unknown): Promise<WebhookEndpoint> => {
    const found = await find(caller, id);
    assertWritable(ports.settings);
    const patch = parse(WebhookEndpointPatch, body);
    const refusal = patch.url === undefined ? undefined : ports.sender.refuses(patch.url);
    if (refusal !== undefined) throw badRequest('url', `url: ${refusal}`);
    return ports.storage.transaction(async ({ webhookEndpoints, audit }) => {
      const before = await webhookEndpoints.lock(caller, found.id);
      if (!before) throw notFound('webhook endpoint');
      const after = patched(before, patch, ports.clock.now());
      await webhookEndpoints.update(after);
      await audit.record(endpointAudit(ports, caller, 'webhook_endpoint.updated', after));
      return after;
    });
  };
}

function patched(before: WebhookEndpoint, patch: WebhookEndpointPatch, now: Date): WebhookEndpoint {
  const { url, event_types: eventTypes, description, status } = patch;
  return {
    ...before,
    ...(url === undefined ? {} : { url }),
    ...(eventTypes === undefined ? {} : { eventTypes: [...new Set(eventTypes)] }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined || status === before.status
      ? {}
      : { status, statusReason: status === 'disabled' ? 'requested' : null }),
    updatedAt: now,
  };
}
