// Queues operations again whose worker stops or was lost.
import { spreadOf } from '../domain/backoff.ts';
import {
  hasFailed,
  isTerminal,
  type LeasedOperation,
  type Operation,
  type OperationType,
} from '../domain/operation.ts';
import { type AttemptOutcome, lapse, settle } from '../domain/operation-moves.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LogFields } from '../ports/system.ts';
import { workerStopped } from './classify-failure.ts';
import { endingOf, type OperationTable } from './operation-kind.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp'>;

const batchOperations = 100;
/** The most operations of one sweep; the next sweep continues. */
const sweptMost = 2_000;

/**
 * Ends the leases of attempts that cannot be stopped, e.g. during a provider call, and queues their operations again.
 * Finished steps count. The fence refuses what those attempts still try to store. A write under way at the provider is
 * repeated under the same key. Returns how many operations were handed back.
 */
export function handBack({ storage, clock, ids, log, wakeUp }: Ports) {
  return async (leased: readonly LeasedOperation[]): Promise<number> => {
    let count = 0;
    for (let start = 0; start < leased.length; start += batchOperations) {
      const batch = leased.slice(start, start + batchOperations);
      const settlements = batch.map((one) => ({
        lease: one.lease,
        next: settledBy({ clock, ids }, one, workerStopped),
      }));
      const settled = await storage.operations.settleAll(settlements);
      const back = batch.filter((_, i) => settled[i]);
      for (const one of back) log.info('operation was handed back', leaseFields(one));
      count += back.length;
    }
    if (count > 0) wakeUp.signal();
    return count;
  };
}

/** Queues operations of these types again whose worker was lost; returns how many. Any number of workers may sweep. */
export function sweepLeases(ports: Ports, ends: Ends = { endings: {} }, types?: readonly OperationType[]) {
  return async (): Promise<number> => {
    // Usually there are none; finding out costs one statement.
    if ((await ports.storage.operations.listLapsed(ports.clock.now(), 1, types)).length === 0) return 0;
    let swept = 0;
    for (let more = 1; more > 0 && swept < sweptMost; swept += more) more = await sweepSome(ports, ends, types);
    if (swept > 0) ports.wakeUp.signal();
    return swept;
  };
}

/** What follows from an end. */
type Ends = Pick<OperationTable, 'endings' | 'givenUp'>;

/** Queues the oldest again in one commit; an operation whose end is announced has a commit of its own. Returns how many. */
async function sweepSome(
  { clock, storage, log }: Ports,
  { endings, givenUp }: Ends,
  types: readonly OperationType[] | undefined,
): Promise<number> {
  const now = clock.now();
  return storage.transaction(async (stores) => {
    const lapsed = (await stores.operations.listLapsed(now, batchOperations, types)).map(({ operation, lease }) => {
      const next = lapse(operation, lease.claimedAt, now);
      const ending = endingOf(endings, next);
      return { lease, ending, next };
    });
    const ends = lapsed.findIndex(({ ending, next }) => ending || (givenUp && hasFailed(next.state)));
    const batch = ends < 0 ? lapsed : lapsed.slice(0, Math.max(ends, 1));
    const [first] = batch;
    if (first?.ending) first.next = { ...first.next, result: await first.ending.resultOfFailure(stores, first.next) };
    const settled = await stores.operations.settleAll(batch);
    const swept = batch.filter((_, i) => settled[i]);
    for (const { lease, next, ending } of swept) {
      await ending?.announce(stores, next);
      if (hasFailed(next.state)) await givenUp?.(stores, next);
      const message = isTerminal(next.state)
        ? 'operation lost too many workers; it is a dead letter'
        : 'worker was lost; operation is queued again';
      log.warn(message, { ...leaseFields({ operation: next, lease }), lapses: next.lapses });
    }
    return swept.length;
  });
}

/** Operations of one connection that failed together are retried together, so that they share a call again. */
export function spreadFor(ids: Ports['ids'], { connectionId }: Operation): number {
  return connectionId === null ? ids.spread() : spreadOf(connectionId);
}

/** The operation after its attempt ended now with `outcome`. */
export function settledBy(
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  { operation, lease }: LeasedOperation,
  outcome: AttemptOutcome,
): Operation {
  return settle(operation, outcome, {
    startedAt: lease.claimedAt,
    now: clock.now(),
    spread: spreadFor(ids, operation),
  });
}

export function leaseFields({ operation, lease }: LeasedOperation): LogFields {
  return {
    operation_id: operation.id,
    type: operation.type,
    organization_id: operation.organizationId,
    connection_id: operation.connectionId,
    request_id: operation.requestId,
    run: operation.run,
    lease_token: lease.token,
  };
}
