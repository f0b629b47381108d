// The attempts that are running now, each with its lease and the means to stop it.
import {
  type ClaimRoom,
  claimRoom,
  type Lease,
  type LeasedOperation,
  laneOf,
  leaseSeconds,
  type OperationId,
  type OperationState,
  type StopReason,
  type WebhookEndpointId,
  type WorkLane,
  workLanes,
} from '#core';
import { createReceivers, type Standing, silenceMs } from './receivers.ts';

interface Attempt {
  readonly leased: LeasedOperation;
  readonly lane: WorkLane;
  readonly controller: AbortController;
  ended: Promise<void>;
  readonly startedMs: number;
  /** Of a delivery: where it goes. */
  readonly receiver: WebhookEndpointId | undefined;
  /** When it is parked, unless it ends before. */
  readonly parkAtMs: number;
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
  /**
   * Takes the slot from attempts that have run for long by `nowMs`: they hang on somebody else's answer. Returns how long
   * to wait before it is called again.
   */
  park(nowMs: number): number;
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
  /** How long an attempt may hold its slot; deliveries much less, since all they do for so long is wait. */
  readonly parkAfterMs: number;
  /** Must not reject; the state in which the attempt left the operation. */
  readonly run: (leased: LeasedOperation, signal: AbortSignal) => Promise<OperationState | undefined>;
  /** A slot became free, or an operation of a connection that is bounded came to its end. */
  readonly onFree: () => void;
}

/** Attempts that may hang without a slot: they cost memory and a place in each renewal of leases, little else. */
export const parkedPerSlot = 10;
export const parkedMost = 1000;
/** One lane may not take the parking of all others. */
const laneShareOfParking = 0.5;
/** Deliveries have their own parking, however few slots there are: one of them is a socket, and one receiver has one. */
export const parkedDeliveriesMost = 1000;

/** How long a delivery holds a slot, by its receiver: who hung last does not get one. */
const patienceMs: Readonly<Record<Standing, number>> = { known: silenceMs, stranger: 50, suspect: 0 };
const [parkEveryMs, idleParkEveryMs] = [25, 250];

export function createSlots({ count, parkAfterMs, run, onFree }: SlotsOptions): Slots {
  const attempts = new Map<OperationId, Attempt>();
  const receivers = createReceivers();
  let claims = 0;
  const [running, parked] = [noneOf(), noneOf()];
  const stop = (id: OperationId, reason: StopReason) => attempts.get(id)?.controller.abort(reason);
  const hasParking = parkingOf(count, parked);
  const leave = (id: OperationId, attempt: Attempt, state: OperationState | undefined): void => {
    // Its lease may have been lost and the operation claimed again, while it hung.
    if (attempts.get(id) === attempt) attempts.delete(id);
    (attempt.parked ? parked : running)[attempt.lane] -= 1;
    const tookMs = performance.now() - attempt.startedMs;
    if (attempt.receiver) receivers.ended(attempt.receiver, state === 'succeeded' || tookMs < silenceMs);
    onFree();
  };
  const begin = (leased: LeasedOperation, askedAtMs: number): Attempt => {
    const lane = laneOf(leased.operation.type);
    const receiver = receiverOf(leased);
    const waits = receiver ? patienceMs[receivers.began(receiver)] : parkAfterMs;
    const startedMs = performance.now();
    const begun = { leased, lane, receiver, startedMs, leaseEndsMs: leaseEnd(askedAtMs) };
    const isParked = waits === 0 && hasParking(lane);
    (isParked ? parked : running)[lane] += 1;
    const controller = new AbortController();
    return { ...begun, controller, parkAtMs: startedMs + waits, parked: isParked, ended: Promise.resolve() };
  };
  return {
    room: () => claimRoom(count, running, claims++),
    running: () => ({ ...running }),
    parked: () => ({ ...parked }),
    start: (leased, askedAtMs, reason) => {
      const { operationId } = leased.lease;
      const attempt = begin(leased, askedAtMs);
      if (reason) attempt.controller.abort(reason);
      attempts.set(operationId, attempt);
      attempt.ended = run(leased, attempt.controller.signal).then((state) => leave(operationId, attempt, state));
    },
    park: (nowMs) => {
      if (parkHanging(attempts.values(), { running, parked, hasParking, nowMs }) > 0) onFree();
      return total(running) > 0 ? parkEveryMs : idleParkEveryMs;
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
  readonly hasParking: (lane: WorkLane) => boolean;
  readonly nowMs: number;
}

/** Returns how many were parked. */
function parkHanging(attempts: Iterable<Attempt>, { running, parked, hasParking, nowMs }: ParkingState): number {
  let count = 0;
  for (const attempt of attempts) {
    if (attempt.parked || attempt.parkAtMs > nowMs || !hasParking(attempt.lane)) continue;
    attempt.parked = true;
    running[attempt.lane] -= 1;
    parked[attempt.lane] += 1;
    count += 1;
  }
  return count;
}

/** Whether one more attempt of a lane may be parked. */
function parkingOf(count: number, parked: LaneCounts): (lane: WorkLane) => boolean {
  const most = Math.min(count * parkedPerSlot, parkedMost);
  return (lane) => {
    if (lane === 'delivery') return parked.delivery < parkedDeliveriesMost;
    return parked[lane] < most * laneShareOfParking && total(parked) - parked.delivery < most;
  };
}

function receiverOf({ operation: { type, subject } }: LeasedOperation): WebhookEndpointId | undefined {
  return type === 'webhook.deliver' && subject ? (subject as WebhookEndpointId) : undefined;
}

function total(counts: LaneCounts): number {
  return workLanes.reduce((sum, lane) => sum + counts[lane], 0);
}

function noneOf(): Record<WorkLane, number> {
  return Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
}

function leaseEnd(askedAtMs: number): number {
  return askedAtMs + leaseSeconds * 1000;
}
