// What a worker host calls: claim, run, renew, sweep.
import { aheadMsMax } from '../domain/ahead.ts';
import {
  type Lease,
  type LeasedOperation,
  leaseSeconds,
  type OperationState,
  type OperationType,
} from '../domain/operation.ts';
import { nextAttemptNumber } from '../domain/operation-moves.ts';
import { anyRoom, type ClaimRoom, type LaneDepth } from '../domain/work-lane.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { RenewedLease } from '../ports/operation-stores.ts';
import { handBack, sweepLeases } from './give-back.ts';
import type { OperationTable } from './operation-kind.ts';
import { runOperation } from './run-operation.ts';
import type { Schedule } from './run-schedules.ts';
import { runSchedules } from './run-schedules.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp' | 'tracing'>;

export interface WorkerApi {
  /** Claims due operations of the table's kinds within `room`, by lane or in all. The caller runs each, or its lease runs out. */
  claim(room: ClaimRoom | number): Promise<readonly LeasedOperation[]>;
  /**
   * Makes one attempt at the operation and stores the outcome; returns its new state, undefined if it could not be stored.
   * Never rejects. After `signal`, whose reason is a StopReason, it stops at the next step boundary.
   */
  run(leased: LeasedOperation, signal: AbortSignal): Promise<OperationState | undefined>;
  /**
   * Queues operations again whose attempts hang where no signal reaches them, so that another worker takes them at once;
   * refuses what those attempts still try to store. Returns how many were handed back.
   */
  handBack(leased: readonly LeasedOperation[]): Promise<number>;
  /**
   * Prolongs leases to 10 s from now. If an end is being stored, its lease is returned without being prolonged; a lease
   * that is not returned is lost.
   */
  renew(leases: readonly Lease[]): Promise<readonly RenewedLease[]>;
  /**
   * Queues lost workers' operations again, admits stranded groups, calls `afterSweep` and, once a minute, `dropAhead`;
   * returns how many operations it queued.
   */
  sweep(): Promise<number>;
  /** When the next waiting operation is due; undefined when none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** Due operations by lane, counted up to a bound. */
  depth(): Promise<readonly LaneDepth[]>;
  /**
   * Fires due schedules, each tick once however many workers call; returns how many it fired. Call it every few seconds:
   * when nothing is due, it costs one small statement every half minute.
   */
  tick(): Promise<number>;
}

/** What workers can do. The engine knows no type of operation, so the caller passes it in. */
export interface WorkTable extends OperationTable {
  readonly schedules?: readonly Schedule[];
  readonly afterSweep?: () => Promise<unknown>;
}

export function createWorker(ports: Ports, table: WorkTable): WorkerApi {
  const { clock, storage } = ports;
  const leaseUntil = () => new Date(clock.now().getTime() + leaseSeconds * 1000);
  const types = Object.keys(table.kinds) as readonly OperationType[];
  const sweep = sweepLeases(ports, table, types);
  let droppedAt = Number.NEGATIVE_INFINITY;
  return {
    claim: (room) =>
      storage.operations.claimDue({
        now: clock.now(),
        leaseUntil: leaseUntil(),
        types,
        ...(typeof room === 'number' ? anyRoom(room) : room),
      }),
    run: tracedRun(ports, runOperation(ports, table)),
    handBack: handBack(ports),
    renew: (leases) => storage.operations.renew(leases, leaseUntil()),
    async sweep() {
      const now = clock.now();
      if (Math.abs(now.getTime() - droppedAt) >= aheadMsMax) {
        await storage.dropAhead(now);
        droppedAt = now.getTime();
      }
      const swept = await sweep();
      if ((await storage.operations.admitStranded(types)) > 0) ports.wakeUp.signal();
      await table.afterSweep?.();
      return swept;
    },
    nextDueAt: () => storage.operations.nextDueAt(types),
    depth: () => storage.operations.depth(clock.now()),
    tick: runSchedules(ports, table.schedules ?? []),
  };
}

/** An attempt continues the trace that queued its operation, and links to those that asked for the same or replayed it. */
function tracedRun({ tracing }: Ports, run: WorkerApi['run']): WorkerApi['run'] {
  if (!tracing) return run;
  return (leased, signal) => {
    const { id, type, organizationId, connectionId, subject, requestId, traceparent, replays } = leased.operation;
    const [parent = '', ...others] = (traceparent ?? '').split(' ');
    const attributes = {
      'ledgerport.operation_id': id,
      'ledgerport.attempt': nextAttemptNumber(leased.operation),
      'ledgerport.organization_id': organizationId,
      'ledgerport.connection_id': connectionId ?? undefined,
      'ledgerport.subject': subject ?? undefined,
      'ledgerport.request_id': requestId,
    };
    return tracing.span(`attempt ${type}`, { kind: 'consumer', parent, attributes }, async (span) => {
      tracing.link([...others, replays.at(-1)?.traceparent].join(' '));
      const state = await run(leased, signal);
      span.set({ 'ledgerport.operation_state': state });
      // An operation that a stopping worker handed back has not failed.
      const handedBack = signal.aborted && signal.reason !== 'lease_lost' ? ['retrying', 'lost'] : [];
      if (!['succeeded', 'queued', 'cancelled', ...handedBack].includes(state ?? 'lost')) span.fail(state ?? 'lost');
      return state;
    });
  };
}
