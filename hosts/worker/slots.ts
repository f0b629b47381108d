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

interface Attempt {
  readonly leased: LeasedOperation;
  readonly lane: WorkLane;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  readonly startedMs: number;
  /** On this process's own monotonic clock, counted from before the lease was asked for. */
  leaseEndsMs: number;
  parked: boolean;
}

export type LaneCounts = Readonly<Record<WorkLane, number>>;

export interface Slots {
  /** What may be claimed now. */
  room(): ClaimRoom;
  /** Attempts that hold a slot. */
  running(): LaneCounts;
  /** Attempts that go on without one. */
  parked(): LaneCounts;
  /** `askedAtMs` is when the lease was asked for (`performance.now()`); `stop` ends the attempt before it begins. */
  start(leased: LeasedOperation, askedAtMs: number, stop?: StopReason): void;
  /** Takes the slot from attempts that began before `beganBeforeMs`: they hang on somebody else's answer. */
  park(beganBeforeMs: number): void;
  /** All that run, parked or not. */
  all(): readonly LeasedOperation[];
  /** Those that are to be renewed: all but the lost ones. */
  leases(): readonly Lease[];
  prolonged(id: OperationId, askedAtMs: number): void;
  stop(id: OperationId, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  /** Stops what must not write any more because its lease ends within `marginMs`. */
  stopExpiring(nowMs: number, marginMs: number): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export interface SlotsOptions {
  readonly count: number;
  /** Must not reject. */
  readonly run: (leased: LeasedOperation, signal: AbortSignal) => Promise<unknown>;
  /** A slot became free, or an operation of a connection that is bounded came to its end. */
  readonly onFree: () => void;
}

/** Attempts that may hang without a slot: they cost memory and a place in each renewal of leases, little else. */
export const parkedPerSlot = 10;
export const parkedMost = 1000;
/** One lane's receivers may not take the parking of all others. */
const laneShareOfParking = 0.5;

export function createSlots({ count, run, onFree }: SlotsOptions): Slots {
  const attempts = new Map<OperationId, Attempt>();
  const [running, parked] = [noneOf(), noneOf()];
  const parking = Math.min(count * parkedPerSlot, parkedMost);
  const stop = (id: OperationId, reason: StopReason) => attempts.get(id)?.controller.abort(reason);
  const leave = (id: OperationId, attempt: Attempt): void => {
    // Its lease may have been lost and the operation claimed again, while it hung.
    if (attempts.get(id) === attempt) attempts.delete(id);
    (attempt.parked ? parked : running)[attempt.lane] -= 1;
    onFree();
  };
  return {
    room: () => claimRoom(count, running),
    running: () => ({ ...running }),
    parked: () => ({ ...parked }),
    start: (leased, askedAtMs, reason) => {
      const controller = new AbortController();
      if (reason) controller.abort(reason);
      const { operationId } = leased.lease;
      const lane = laneOf(leased.operation.type);
      running[lane] += 1;
      const begun = { leased, lane, controller, startedMs: performance.now(), leaseEndsMs: leaseEnd(askedAtMs) };
      const ended = run(leased, controller.signal).then(() => leave(operationId, attempt));
      const attempt: Attempt = { ...begun, ended, parked: false };
      attempts.set(operationId, attempt);
    },
    park: (beganBeforeMs) => {
      if (parkOld(attempts.values(), { running, parked, parking, beganBeforeMs }) > 0) onFree();
    },
    all: () => [...attempts.values()].map(({ leased }) => leased),
    leases: () => [...attempts.values()].filter(isHeld).map(({ leased }) => leased.lease),
    prolonged: (id, askedAtMs) => {
      const attempt = attempts.get(id);
      if (attempt) attempt.leaseEndsMs = leaseEnd(askedAtMs);
    },
    stop,
    stopAll: (reason) => {
      for (const id of attempts.keys()) stop(id, reason);
    },
    stopExpiring: (nowMs, marginMs) => {
      for (const [id, { leaseEndsMs }] of attempts) if (leaseEndsMs - marginMs <= nowMs) stop(id, 'lease_lost');
    },
    idle: async () => {
      while (attempts.size > 0) await Promise.all([...attempts.values()].map(({ ended }) => ended));
    },
  };
}

function isHeld({ controller: { signal } }: Attempt): boolean {
  return !(signal.aborted && signal.reason === 'lease_lost');
}

interface ParkingState {
  readonly running: Record<WorkLane, number>;
  readonly parked: Record<WorkLane, number>;
  readonly parking: number;
  readonly beganBeforeMs: number;
}

/** Attempts come in the order in which they began; returns how many were parked. */
function parkOld(attempts: Iterable<Attempt>, { running, parked, parking, beganBeforeMs }: ParkingState): number {
  let count = 0;
  let free = parking - workLanes.reduce((sum, lane) => sum + parked[lane], 0);
  for (const attempt of attempts) {
    if (free <= 0 || attempt.startedMs >= beganBeforeMs) break;
    if (attempt.parked || parked[attempt.lane] >= parking * laneShareOfParking) continue;
    attempt.parked = true;
    running[attempt.lane] -= 1;
    parked[attempt.lane] += 1;
    free -= 1;
    count += 1;
  }
  return count;
}

function noneOf(): Record<WorkLane, number> {
  return Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
}

function leaseEnd(askedAtMs: number): number {
  return askedAtMs + leaseSeconds * 1000;
}
