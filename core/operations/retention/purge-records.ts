import type { ConnectionId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Conclusion, succeeded } from '../operation-kind.ts';
import type { Steps } from '../step-runner.ts';
import { inRounds } from './purge-rounds.ts';

const recordsARound = 500;

/** Removes what is cached of a connection that is disconnected. Stops if it is connected again. */
export function purgeRecords({ storage, clock }: Pick<CorePorts, 'storage' | 'clock'>) {
  return async (operation: Operation, connectionId: ConnectionId, steps: Steps): Promise<Conclusion> => {
    let purged = 0;
    let isInUse = false;
    const conclusion = await inRounds({ clock }, steps, async () => {
      const connection = await storage.connections.find(operation, connectionId);
      isInUse = connection?.status !== 'disconnected';
      const removed = isInUse ? 0 : await storage.records.purge(connectionId, recordsARound);
      purged += removed;
      return { removed, isLast: removed < recordsARound };
    });
    return isInUse ? succeeded({ purged, stopped: 'connection_in_use' }) : conclusion;
  };
}
