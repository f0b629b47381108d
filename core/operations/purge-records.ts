import type { CorePorts } from '../ports/core-ports.ts';
import { inputId } from './input-of.ts';
import { type OperationKind, succeeded } from './operation-kind.ts';

const batchRecords = 500;
/** Beyond this the operation goes back to the queue, so that one huge cache does not keep a slot. */
const batchesMax = 200;

/** `retention.purge`: removes what is cached of a connection that is disconnected. Stops if it is connected again. */
export function purgeRecords({ storage }: Pick<CorePorts, 'storage'>): OperationKind {
  return async ({ operation, steps }) => {
    const connectionId = inputId(operation, 'conn', 'connection_id');
    let purged = 0;
    for (let batch = 0; batch < batchesMax; batch++) {
      steps.checkpoint();
      const connection = await storage.connections.find(operation, connectionId);
      if (connection?.status !== 'disconnected') return succeeded({ purged, stopped: 'connection_in_use' });
      const removed = await storage.records.purge(connectionId, batchRecords);
      purged += removed;
      if (removed < batchRecords) return succeeded({ purged });
    }
    return {
      kind: 'postponed',
      retryAfterSeconds: 1,
      error: { code: 'INTERNAL', reason: 'more_to_purge', message: `${purged} records purged so far`, retryable: true },
    };
  };
}
