import { isTerminal, type LeasedOperation } from '../domain/operation.ts';
import { lapse } from '../domain/operation-moves.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { endingOf, type OperationEndings } from './operation-ending.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'log' | 'wakeUp'>;
type Sweeping = Ports & { readonly endings: OperationEndings };

const batchOperations = 100;
const batchesMax = 20;

/** Puts operations whose worker was lost back into the queue; returns how many. Any number of workers may sweep. */
export function sweepLeases(ports: Ports, endings: OperationEndings = {}) {
  return async (): Promise<number> => {
    let swept = 0;
    for (let batch = 0; batch < batchesMax; batch++) {
      const { found, settled } = await sweepBatch({ ...ports, endings });
      swept += settled;
      if (found < batchOperations) break;
    }
    if (swept > 0) ports.wakeUp.signal();
    return swept;
  };
}

async function sweepBatch(ports: Sweeping): Promise<{ found: number; settled: number }> {
  const now = ports.clock.now();
  return ports.storage.transaction(async (stores) => {
    const { operations } = stores;
    const lost = await operations.listLapsed(now, batchOperations);
    let settled = 0;
    for (const { operation, lease } of lost) {
      const lapsed = lapse(operation, lease.claimedAt, now);
      const ending = endingOf(ports.endings, lapsed);
      const next = ending ? { ...lapsed, result: ending.resultOfFailure(lapsed) } : lapsed;
      if (!(await operations.settle(lease, next))) continue;
      await ending?.told(stores, next);
      settled += 1;
      report(ports, { operation: next, lease });
    }
    return { found: lost.length, settled };
  });
}

function report({ log }: Ports, { operation, lease }: LeasedOperation): void {
  log.warn(
    isTerminal(operation.state) ? 'operation kills its workers; it is dead' : 'worker was lost; operation goes on',
    {
      operation_id: operation.id,
      type: operation.type,
      request_id: operation.requestId,
      connection_id: operation.connectionId,
      lapses: operation.lapses,
      lease_token: lease.token,
    },
  );
}
