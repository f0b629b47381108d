import type { AuditEntry, Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { Stores } from '../../ports/storage.ts';
import { findById } from '../access/find-by-id.ts';
import type { Write } from '../writes/claim-key.ts';

export interface EndpointPath<Body = unknown> {
  readonly endpointId: string;
  readonly write: Write<Body>;
}

/** Throws NOT_FOUND for removed endpoints and for those of other organizations. */
export function lockEndpoint({ webhookEndpoints }: Stores, caller: Caller, id: string): Promise<WebhookEndpoint> {
  return findById('webhook endpoint', 'we', id, (known) => webhookEndpoints.lock(caller, known));
}

/** Throws CONFLICT `endpoint_not_enabled` unless the endpoint is enabled. */
export function requireEnabled(endpoint: WebhookEndpoint | undefined): void {
  if (endpoint?.status === 'enabled') return;
  throw conflict('endpoint_not_enabled', `the webhook endpoint is ${endpoint?.status ?? 'removed'}`);
}

export function endpointAct(
  verb: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  { id, eventTypes, status }: WebhookEndpoint,
): Pick<AuditEntry, 'action' | 'subject' | 'details'> {
  return { action: `webhook_endpoint.${verb}`, subject: id, details: { event_types: eventTypes, status } };
}
