// What a worker host calls: claim, run, renew, sweep.
import { aheadMsMax } from '../domain/ahead.ts';
import { type Lease, type LeasedOperation, leaseSeconds, type OperationState } from '../domain/operation.ts';
import { nextAttemptNumber } from '../domain/operation-moves.ts';
import { anyRoom, type ClaimRoom, type LaneDepth } from '../domain/work-lane.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { RenewedLease } from '../ports/operation-stores.ts';
import { handBack, sweepLeases } from './give-back.ts';
import { type OperationTable, runOperation } from './run-operation.ts';
import type { Schedule } from './run-schedules.ts';
import { runSchedules } from './run-schedules.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log' | 'wakeUp' | 'tracing'>;

export interface WorkerApi {
  /** Leases as many due operations as `room` has for each lane, or in all. Each is run, or waits out its lease. */
  claim(room: ClaimRoom | number): Promise<readonly LeasedOperation[]>;
  /**
   * Runs one to the end of an attempt and stores how it went; returns the state it is in then, undefined when it could
   * not be settled. Never rejects. After `signal` it stops at the next step boundary; the signal's reason is a
   * StopReason.
   */
  run(leased: LeasedOperation, signal: AbortSignal): Promise<OperationState | undefined>;
  /**
   * Puts operations back whose attempts hang where no signal reaches them, so that another worker takes them at once;
   * what those attempts still want to store is refused. Returns how many were handed back.
   */
  handBack(leased: readonly LeasedOperation[]): Promise<number>;
  /** Prolongs leases by 10 s from now, but none whose end is being stored; those not returned are lost. */
  renew(leases: readonly Lease[]): Promise<readonly RenewedLease[]>;
  /**
   * Puts lost workers' operations back, admits stranded groups, does `afterSweep`, once a minute drops what a wrong clock
   * has put off; returns how many it put back.
   */
  sweep(): Promise<number>;
  /** When the next waiting operation falls due; undefined when none waits for a time. */
  nextDueAt(): Promise<Date | undefined>;
  /** What is due now, lane by lane, counted up to a bound. */
  depth(): Promise<readonly LaneDepth[]>;
  /**
   * Fires the schedules that are due, each tick once however many workers call; returns how many it fired. Call it every
   * few seconds: when nothing is due it costs nothing, every half minute one small statement.
   */
  tick(): Promise<number>;
}

/** What a worker can do, passed in by those who own it: the engine knows no type of operation. */
export interface WorkTable extends OperationTable {
  readonly schedules?: readonly Schedule[];
  /** Called after each sweep. */
  readonly afterSweep?: () => Promise<unknown>;
}

export function createWorker(ports: Ports, table: WorkTable): WorkerApi {
  const { clock, storage } = ports;
  const leaseUntil = () => new Date(clock.now().getTime() + leaseSeconds * 1000);
  const sweep = sweepLeases(ports, table.endings);
  let droppedAt = Number.NEGATIVE_INFINITY;
  return {
    claim: (room) =>
      storage.operations.claimDue({
        now: clock.now(),
        leaseUntil: leaseUntil(),
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
      if ((await storage.operations.admitStranded()) > 0) ports.wakeUp.signal();
      await table.afterSweep?.();
      return swept;
    },
    nextDueAt: () => storage.operations.nextDueAt(),
    depth: () => storage.operations.depth(clock.now()),
    tick: runSchedules(ports, table.schedules ?? []),
  };
}

/** Attempts continue the trace of who queued the operation; linked are others who asked for the same, and who replayed it. */
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
      // What a worker that ends has handed back has not failed.
      const handedBack = signal.aborted && signal.reason !== 'lease_lost' ? ['retrying', 'lost'] : [];
      if (!['succeeded', 'queued', 'cancelled', ...handedBack].includes(state ?? 'lost')) span.fail(state ?? 'lost');
      return state;
    });
  };
}
