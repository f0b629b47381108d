import type { AuditEntry } from '../../domain/audit.ts';
import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

export function endpointAudit(
  { ids, clock }: Pick<CorePorts, 'ids' | 'clock'>,
  caller: Caller,
  action: `webhook_endpoint.${'created' | 'updated' | 'secret_rotated' | 'deleted'}`,
  endpoint: WebhookEndpoint,
): AuditEntry {
  return {
    id: ids.next('audit'),
    organizationId: caller.organizationId,
    environment: caller.environment,
    actor: caller.actor,
    action,
    subject: endpoint.id,
    details: { event_types: endpoint.eventTypes, status: endpoint.status },
    requestId: caller.requestId,
    at: clock.now(),
  };
}
