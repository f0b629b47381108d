import type { AuditEntry } from '../../domain/audit.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** Who set work going again or stopped it, why, and how it stood before. */
export function operationAudit(
  { ids, clock }: Pick<CorePorts, 'ids' | 'clock'>,
  { organizationId, environment, actor, requestId }: Caller,
  act: {
    readonly action: 'operation.replayed' | 'operation.cancelled' | 'webhook_delivery.replayed';
    readonly subject: string;
    readonly before: Operation;
    readonly reason: string;
  },
): AuditEntry {
  return {
    id: ids.next('audit'),
    organizationId,
    environment,
    actor,
    action: act.action,
    subject: act.subject,
    details: {
      reason: act.reason,
      previous_state: act.before.state,
      previous_attempt_count: act.before.attemptCount,
    },
    requestId,
    at: clock.now(),
  };
}
