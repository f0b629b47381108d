import { ServiceError } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { unfinishedMost } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/**
 * Call it before an operation is queued for a caller, so that no organization fills the queue that all share. Simultaneous
 * requests may exceed the limit by their number. Throws RATE_LIMITED `operations_backlog`.
 */
export async function requireBacklogCapacity(
  { storage }: CorePorts,
  organizationId: OrganizationId,
  { most = unfinishedMost, retryAfterSeconds = 5 } = {},
): Promise<void> {
  if ((await storage.operations.countUnfinished(organizationId, most)) < most) return;
  throw new ServiceError('RATE_LIMITED', `an organization has at most ${unfinishedMost} unfinished operations`, {
    reason: 'operations_backlog',
    retryAfterSeconds,
  });
}
