// The attempts that are running now, each with its lease and the means to stop it.
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

/** After `parkAfterMs` an attempt is parked; a delivery, which does nothing but wait, earlier. */
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
  /** Stops it before its lease ends: what cannot be renewed must not write any more. */
  leaseTimer?: NodeJS.Timeout;
}

/** A parked attempt costs memory, perhaps a socket, and its part of each renewal of leases. */
export const parkedMost = 1000;
export const deliveryParkAfterMs = 250;
/** So long before its end a lease counts as lost. */
export const leaseMarginMs = 2000;

/** `onFree` hears that a slot became free. */
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
  /** Never rejects: an engine that breaks its promise costs one lease, not the process. */
  const runToEnd = async (attempt: Attempt): Promise<void> => {
    const { leased, lane, controller } = attempt;
    const { id, type } = leased.operation;
    const startedMs = performance.now();
    const parking = setTimeout(park, lane === 'delivery' ? deliveryParkAfterMs : parkAfterMs, attempt);
    const state = await worker.run(leased, controller.signal).catch((error: unknown) => {
      log.error('an attempt broke', error, { operation_id: id, type });
      return undefined;
    });
    clearTimeout(parking);
    clearTimeout(attempt.leaseTimer);
    // Its lease may have been lost and the operation claimed again meanwhile.
    if (attempts.get(id) === attempt) attempts.delete(id);
    (attempt.isParked ? parked : running)[lane] -= 1;
    observer?.ended(leased, state, performance.now() - startedMs);
    onFree();
  };
  const stop = (id: OperationId, reason: StopReason): void => attempts.get(id)?.controller.abort(reason);
  return {
    /** What the next claim may take: nothing once it drains. */
    room: (): ClaimRoom => claimRoom(isDraining ? 0 : slots, running, claims++),
    /** From now on there is no room, and what a claim still brings is handed back at once. */
    drain: (): void => {
      isDraining = true;
    },
    /** Attempts that hold a slot, and those that wait for somebody else's answer and hold none. */
    counts: (): AttemptCounts => ({ running: { ...running }, parked: { ...parked } }),
    /** `askedAtMs` is when the lease was asked for (`performance.now()`). */
    start: (leased: LeasedOperation, askedAtMs: number): void => {
      const lane = laneOf(leased.operation.type);
      const controller = new AbortController();
      if (isDraining) controller.abort('shutdown');
      const attempt: Attempt = { leased, lane, controller, ended: Promise.resolve(), isParked: false };
      stopBeforeLeaseEnds(attempt, askedAtMs);
      attempts.set(leased.operation.id, attempt);
      running[lane] += 1;
      attempt.ended = runToEnd(attempt);
    },
    all: (): readonly LeasedOperation[] => [...attempts.values()].map(({ leased }) => leased),
    /** Those that are to be renewed: all but the lost ones. */
    leases: (): readonly Lease[] =>
      [...attempts.values()].filter((attempt) => !isLost(attempt)).map(({ leased }) => leased.lease),
    prolonged: (id: OperationId, askedAtMs: number): void => {
      const attempt = attempts.get(id);
      if (attempt) stopBeforeLeaseEnds(attempt, askedAtMs);
    },
    stop,
    stopAll: (reason: StopReason): void => {
      for (const id of attempts.keys()) stop(id, reason);
    },
    /** Resolves when nothing runs. */
    idle: async (): Promise<void> => {
      while (attempts.size > 0) await Promise.all([...attempts.values()].map(({ ended }) => ended));
    },
  };
}

const isLost = ({ controller }: Attempt): boolean => controller.signal.reason === 'lease_lost';

function noLanes(): Record<WorkLane, number> {
  return Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
}

/** By this process's own monotonic clock. */
function stopBeforeLeaseEnds(attempt: Attempt, askedAtMs: number): void {
  const leftMs = askedAtMs + leaseSeconds * 1000 - leaseMarginMs - performance.now();
  clearTimeout(attempt.leaseTimer);
  attempt.leaseTimer = setTimeout(() => attempt.controller.abort('lease_lost'), leftMs).unref();
}
