// Announces that a bulk write ended, with its counts, and deletes what only its run needed.
import type { Operation } from '../../domain/operation.ts';
import type { OperationEnding } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announce } from '../events/announce.ts';

export function bulkEnding(ports: CorePorts): OperationEnding {
  return {
    resultOfFailure: async (stores, { id }) => ({ counts: (await stores.bulkItems.tally(id)).counts }),
    announce: async (stores, ended) => {
      const { id: operationId, connectionId, organizationId, environment, requestId, run, state, input } = ended;
      await stores.bulkItems.dropSealed(operationId);
      if (connectionId === null || state === 'cancelled') return;
      const { counts } = await stores.bulkItems.tally(operationId);
      await announce(stores, ports, {
        organizationId,
        environment,
        connectionId,
        requestId,
        operationId,
        type: 'bulk.completed',
        identityParts: [operationId, String(run)],
        data: { operation_id: operationId, connection_id: connectionId, type: input['type'] ?? null, counts },
      });
    },
  };
}

/** Ends a bulk write that is cancelled between two attempts. */
export async function endCancelled(stores: Stores, operation: Operation): Promise<Operation> {
  if (operation.type !== 'records.bulk' || operation.state !== 'cancelled') return operation;
  await stores.bulkItems.dropSealed(operation.id);
  return { ...operation, result: { counts: (await stores.bulkItems.tally(operation.id)).counts } };
}
