// The attempts that are running now, each with its lease and the means to stop it.
import {
  type ClaimRoom,
  type Core,
  claimRoom,
  type Lease,
  type LeasedOperation,
  type Log,
  laneOf,
  leaseSeconds,
  type OperationId,
  type OperationState,
  type StopReason,
  type WorkLane,
  workLanes,
} from '#core';

export type LaneCounts = Readonly<Record<WorkLane, number>>;

export type Attempts = ReturnType<typeof createAttempts>;

export interface AttemptsOptions {
  readonly slots: number;
  /** An attempt that runs longer is parked; a delivery, which does nothing but wait, earlier. */
  readonly parkAfterMs: number;
  readonly run: Core['worker']['run'];
  readonly log: Log;
  readonly onEnd: (leased: LeasedOperation, state: OperationState | undefined, tookMs: number) => void;
  /** A slot became free. */
  readonly onFree: () => void;
}

interface Attempt {
  readonly leased: LeasedOperation;
  readonly lane: WorkLane;
  readonly controller: AbortController;
  ended: Promise<void>;
  /** On this process's own monotonic clock, counted from before the lease was asked for. */
  leaseEndsMs: number;
  isParked: boolean;
}

/** A parked attempt costs memory, perhaps a socket, and its part of each renewal of leases. */
export const parkedMost = 1000;
export const deliveryParkAfterMs = 250;

export function createAttempts(options: AttemptsOptions) {
  const { slots, parkAfterMs, run, log, onEnd, onFree } = options;
  const attempts = new Map<OperationId, Attempt>();
  let claims = 0;
  const [running, parked] = [noLanes(), noLanes()];

  const park = (attempt: Attempt): void => {
    if (total(parked) >= parkedMost) return;
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
    const state = await run(leased, controller.signal).catch((error: unknown) => {
      log.error('an attempt broke', error, { operation_id: id, type });
      return undefined;
    });
    clearTimeout(parking);
    // Its lease may have been lost and the operation claimed again meanwhile.
    if (attempts.get(id) === attempt) attempts.delete(id);
    (attempt.isParked ? parked : running)[lane] -= 1;
    onEnd(leased, state, performance.now() - startedMs);
    onFree();
  };
  const stop = (id: OperationId, reason: StopReason): void => attempts.get(id)?.controller.abort(reason);
  return {
    /** What the next claim may take. */
    room: (): ClaimRoom => claimRoom(slots, running, claims++),
    /** Attempts that hold a slot. */
    running: (): LaneCounts => ({ ...running }),
    /** Attempts that wait for somebody else's answer and hold no slot. */
    parked: (): LaneCounts => ({ ...parked }),
    /** `askedAtMs` is when the lease was asked for (`performance.now()`); `reason` ends the attempt before it begins. */
    start: (leased: LeasedOperation, askedAtMs: number, reason?: StopReason): void => {
      const lane = laneOf(leased.operation.type);
      const controller = new AbortController();
      if (reason) controller.abort(reason);
      const ended = Promise.resolve();
      const attempt = { leased, lane, controller, ended, leaseEndsMs: leaseEnd(askedAtMs), isParked: false };
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
      if (attempt) attempt.leaseEndsMs = leaseEnd(askedAtMs);
    },
    stop,
    stopAll: (reason: StopReason): void => {
      for (const id of attempts.keys()) stop(id, reason);
    },
    /** Stops what must not write any more because its lease ends within `marginMs`. */
    stopExpiring: (nowMs: number, marginMs: number): void => {
      for (const [id, { leaseEndsMs }] of attempts) if (leaseEndsMs - marginMs <= nowMs) stop(id, 'lease_lost');
    },
    /** Resolves when nothing runs. */
    idle: async (): Promise<void> => {
      while (attempts.size > 0) await Promise.all([...attempts.values()].map(({ ended }) => ended));
    },
  };
}

function isLost({ controller: { signal } }: Attempt): boolean {
  return signal.aborted && signal.reason === 'lease_lost';
}

function total(counts: LaneCounts): number {
  return workLanes.reduce((sum, lane) => sum + counts[lane], 0);
}

function noLanes(): Record<WorkLane, number> {
  return Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
}

function leaseEnd(askedAtMs: number): number {
  return askedAtMs + leaseSeconds * 1000;
}
