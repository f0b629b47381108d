import { systemPlane } from '../../domain/caller.ts';
import type { Operation } from '../../domain/operation.ts';
import { reasonOfFailure } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceOperational } from '../events/announce-operational.ts';

/** Called for operations that have no event of their own for it; tells nothing of the deployment's own work. */
export async function tellDeadLetter(stores: Stores, ports: CorePorts, ended: Operation): Promise<void> {
  const { id, type, organizationId, environment, connectionId, run, requestId, attemptCount, error, createdAt } = ended;
  if (ended.state !== 'dead_letter' || organizationId === systemPlane.organizationId) return;
  // That an alert could not be sent would be the next alert.
  if (type === 'alert.send') return;
  await announceOperational(stores, ports, {
    organizationId,
    environment,
    type: 'operation.dead_lettered',
    subject: { type: 'operation', id },
    connectionId,
    reason: reasonOfFailure(error),
    since: createdAt,
    details: { operation_id: id, operation_type: type, attempts: attemptCount },
    operationId: id,
    requestId,
    identityParts: [id, String(run)],
  });
}
