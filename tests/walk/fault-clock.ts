import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#core/ports';

/** Leases of 10 s and pauses between attempts pass so much faster. */
const speed = 3;

export interface FaultClock extends Clock {
  readonly leaseEveryMs: number;
  readonly sweepEveryMs: number;
}

/** All processes that are told the same beginning (milliseconds since 1970) agree on the time. */
export function faultClock(beganMs: number): FaultClock {
  return {
    now: () => new Date(beganMs + Math.round((Date.now() - beganMs) * speed)),
    wait: (milliseconds) => sleep(milliseconds),
    leaseEveryMs: 3_000 / speed,
    sweepEveryMs: 1_000 / speed,
  };
}
