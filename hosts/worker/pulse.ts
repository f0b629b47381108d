// Whether the worker's loops still move: what a supervisor asks before it restarts the process.

export const loopNames = ['claiming', 'renewing', 'watching', 'sweeping', 'ticking'] as const;
export type LoopName = (typeof loopNames)[number];

export interface Pulse {
  /** The loop moved now and means to move again after `pauseMs`. */
  beat(loop: LoopName, pauseMs: number): void;
  /** Loops that have not moved for much longer than they meant to pause. */
  stuck(): readonly LoopName[];
}

/** Longer than any wait for the database is bounded: a database that is down is no reason to restart the process. */
export const allowanceMs = 120_000;

export function createPulse(nowMs: () => number = () => performance.now()): Pulse {
  const latestBy = new Map<LoopName, number>();
  return {
    beat: (loop, pauseMs) => void latestBy.set(loop, nowMs() + pauseMs + allowanceMs),
    stuck: () => loopNames.filter((loop) => nowMs() > (latestBy.get(loop) ?? Number.POSITIVE_INFINITY)),
  };
}
