// The attempts that are running now, each with its lease and the means to stop it.
import { type Lease, type LeasedOperation, leaseSeconds, type OperationId, type StopReason } from '#core';

interface Attempt {
  readonly lease: Lease;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** On this process's own monotonic clock, counted from before the lease was asked for. */
  leaseEndsMs: number;
}

export interface Slots {
  free(): number;
  /** `askedAtMs` is when the lease was asked for (`performance.now()`); `stop` ends the attempt before it begins. */
  start(leased: LeasedOperation, askedAtMs: number, stop?: StopReason): void;
  leases(): readonly Lease[];
  prolonged(id: OperationId, askedAtMs: number): void;
  stop(id: OperationId, reason: StopReason): void;
  stopAll(reason: StopReason): void;
  /** Stops what must not write any more because its lease ends within `marginMs`. */
  stopExpiring(nowMs: number, marginMs: number): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export function createSlots(
  count: number,
  run: (leased: LeasedOperation, signal: AbortSignal) => Promise<void>,
  onFree: () => void,
): Slots {
  const attempts = new Map<OperationId, Attempt>();
  const stop = (id: OperationId, reason: StopReason) => attempts.get(id)?.controller.abort(reason);
  return {
    free: () => count - attempts.size,
    start: (leased, askedAtMs, reason) => {
      const controller = new AbortController();
      if (reason) controller.abort(reason);
      const { operationId } = leased.lease;
      const ended = run(leased, controller.signal).finally(() => {
        attempts.delete(operationId);
        onFree();
      });
      attempts.set(operationId, { lease: leased.lease, controller, ended, leaseEndsMs: leaseEnd(askedAtMs) });
    },
    leases: () => [...attempts.values()].map(({ lease }) => lease),
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

function leaseEnd(askedAtMs: number): number {
  return askedAtMs + leaseSeconds * 1000;
}
