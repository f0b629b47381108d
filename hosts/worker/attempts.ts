import {
  type ClaimRoom,
  claimRoom,
  type Lease,
  type LeasedOperation,
  laneOf,
  leaseSeconds,
  type OperationId,
  type StopReason,
  type WorkLane,
  workLanes,
} from '#core';
import type { Settled } from './worker-options.ts';

type Options = Pick<Settled, 'slots' | 'parkAfterMs' | 'log' | 'observer'> & {
  readonly worker: Pick<Settled['worker'], 'run'>;
};

type LaneCounts = Readonly<Record<WorkLane, number>>;
export type AttemptCounts = { readonly running: LaneCounts; readonly parked: LaneCounts };

export type Attempts = ReturnType<typeof createAttempts>;

interface Attempt {
  readonly leased: LeasedOperation;
  readonly lane: WorkLane;
  readonly controller: AbortController;
  ended: Promise<void>;
  isParked: boolean;
  /** When its lease was last claimed or renewed. */
  heldAtMs: number;
  /** Stops the attempt before its lease ends, because without a lease it must not write. */
  leaseTimer?: NodeJS.Timeout;
}

/** Bounds parked attempts, because each has memory, a socket and lease renewals. */
export const parkedMost = 1000;
export const deliveryParkAfterMs = 250;
/** A lease counts as lost this long before it ends. */
export const leaseMarginMs = 2000;

export function createAttempts({ slots, parkAfterMs, worker, log, observer }: Options, onFree: () => void) {
  const attempts = new Map<OperationId, Attempt>();
  let claims = 0;
  let isDraining = false;
  const [running, parked] = [noLanes(), noLanes()];

  const park = (attempt: Attempt): void => {
    if (workLanes.reduce((sum, lane) => sum + parked[lane], 0) >= parkedMost) return;
    attempt.isParked = true;
    running[attempt.lane] -= 1;
    parked[attempt.lane] += 1;
    onFree();
  };
  /** Never rejects: a defect of the engine must cost one lease and not the process. */
  const runToEnd = async (attempt: Attempt): Promise<void> => {
    const { leased, lane, controller } = attempt;
    const { id, type } = leased.operation;
    const startedMs = performance.now();
    const parking = setTimeout(park, lane === 'delivery' ? deliveryParkAfterMs : parkAfterMs, attempt);
    const state = await worker.run(leased, controller.signal).catch((error: unknown) => {
      log.error('an attempt failed unexpectedly', error, { operation_id: id, type });
      return undefined;
    });
    clearTimeout(parking);
    clearTimeout(attempt.leaseTimer);
    // The lease may have been lost and the operation claimed again, so this may be another attempt.
    if (attempts.get(id) === attempt) attempts.delete(id);
    (attempt.isParked ? parked : running)[lane] -= 1;
    observer?.ended(leased, state, performance.now() - startedMs);
    onFree();
  };
  const stop = (id: OperationId, reason: StopReason): void => attempts.get(id)?.controller.abort(reason);
  return {
    /** Returns the room for the next claim; none while draining. */
    room: (): ClaimRoom => claimRoom(isDraining ? 0 : slots, running, claims++),
    /** Claims no more; stops at once an attempt that starts later. */
    drain: (): void => {
      isDraining = true;
    },
    counts: (): AttemptCounts => ({ running: { ...running }, parked: { ...parked } }),
    /** `askedAtMs` is when the claim was sent (`performance.now()`). */
    start: (leased: LeasedOperation, askedAtMs: number): void => {
      const lane = laneOf(leased.operation.type);
      const controller = new AbortController();
      if (isDraining) controller.abort('shutdown');
      const attempt: Attempt = { leased, lane, controller, ended: Promise.resolve(), isParked: false, heldAtMs: 0 };
      stopBeforeLeaseEnds(attempt, askedAtMs);
      attempts.set(leased.operation.id, attempt);
      running[lane] += 1;
      attempt.ended = runToEnd(attempt);
    },
    all: (): readonly LeasedOperation[] => [...attempts.values()].map(({ leased }) => leased),
    /** Returns the leases that were not claimed or renewed in the last `youngMs`. */
    leases: (youngMs = 0): readonly Lease[] =>
      [...attempts.values()].filter((attempt) => isHeldFor(attempt, youngMs)).map(({ leased }) => leased.lease),
    prolonged: (id: OperationId, askedAtMs: number): void => {
      const attempt = attempts.get(id);
      if (attempt) stopBeforeLeaseEnds(attempt, askedAtMs);
    },
    stop,
    stopAll: (reason: StopReason): void => {
      for (const id of attempts.keys()) stop(id, reason);
    },
    idle: async (): Promise<void> => {
      while (attempts.size > 0) await Promise.all([...attempts.values()].map(({ ended }) => ended));
    },
  };
}

const isHeldFor = ({ controller, heldAtMs }: Attempt, ms: number): boolean =>
  controller.signal.reason !== 'lease_lost' && performance.now() - heldAtMs >= ms;

function noLanes(): Record<WorkLane, number> {
  return Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
}

function stopBeforeLeaseEnds(attempt: Attempt, askedAtMs: number): void {
  attempt.heldAtMs = askedAtMs;
  const leftMs = askedAtMs + leaseSeconds * 1000 - leaseMarginMs - performance.now();
  clearTimeout(attempt.leaseTimer);
  attempt.leaseTimer = setTimeout(() => attempt.controller.abort('lease_lost'), leftMs).unref();
}
