import type { LeasedOperation } from '../domain/operation.ts';
import { settle } from '../domain/operation-moves.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { classifyFailure } from './classify-failure.ts';
import { Interruption } from './interruption.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp'>;

const batchOperations = 100;

/**
 * Ends the leases of attempts that cannot be stopped, e.g. in the middle of a provider's call, and queues their
 * operations again. The steps that they finished stand; the fence refuses whatever they still want to keep; a write
 * that is under way at the provider is repeated under the same key. Returns how many were handed back.
 */
export function handBack({ storage, clock, ids, log, wakeUp }: Ports) {
  return async (leased: readonly LeasedOperation[]): Promise<number> => {
    const outcome = classifyFailure(new Interruption('shutdown'), 0);
    if (!outcome) return 0;
    let count = 0;
    for (let start = 0; start < leased.length; start += batchOperations) {
      const batch = leased.slice(start, start + batchOperations).map(({ operation, lease }) => {
        return { lease, next: settle(operation, lease.claimedAt, outcome, clock.now(), ids.spread()) };
      });
      const settled = await storage.operations.settleAll(batch);
      for (const [i, { next, lease }] of batch.entries()) {
        if (!settled[i]) continue;
        count += 1;
        log.info('operation was handed back', {
          operation_id: next.id,
          type: next.type,
          request_id: next.requestId,
          connection_id: next.connectionId,
          lease_token: lease.token,
        });
      }
    }
    if (count > 0) wakeUp.signal();
    return count;
  };
}
