// How long reads gather before they share a call: not at all while they come singly, and longer the more of them come.
import type { Clock } from '../../ports/system.ts';

/** The reads of one family of one connection. */
export interface Pace {
  /** A read begins to wait. */
  arrived(): void;
  /**
   * Resolves when the waiting reads should be made: at once if they come singly, else when no other has come for as long as
   * the last two took to follow each other, when they are enough for a call, or after `gatherMostMs`.
   */
  gather(isFull: () => boolean): Promise<void>;
}

/** Three reads within this time are a run; reads that come more slowly would wait longer than a shared call saves. */
const runMs = 400;
/** Reads that ended with a call make room for the next ones of their connection, which come within this time. */
export const quietLeastMs = 25;
const gatherMostMs = 2_000;
/** The most paces remembered; a forgotten one begins anew, with a read made at once. */
const pacesMost = 1_000;
const runLength = 3;

/** Paces by name; they outlive the reads, because those of a run may each have ended before the next one comes. */
export function createPaces(clock: Clock): (name: string) => Pace {
  const paces = new Map<string, Pace>();
  return (name) => {
    const pace = paces.get(name) ?? createPace(clock);
    paces.delete(name);
    paces.set(name, pace);
    for (const oldest of paces.keys()) {
      if (paces.size <= pacesMost) break;
      paces.delete(oldest);
    }
    return pace;
  };
}

function createPace(clock: Clock): Pace {
  let count = 0;
  let moments: readonly number[] = [];
  /** How long the last reads took to come; undefined if they are no run. A clock that was set back shows none. */
  const runTookMs = (): number | undefined => {
    const [first] = moments;
    if (first === undefined || moments.length < runLength) return undefined;
    const tookMs = clock.now().getTime() - first;
    return tookMs >= 0 && tookMs <= runMs ? tookMs : undefined;
  };
  return {
    arrived() {
      count += 1;
      moments = [...moments, clock.now().getTime()].slice(-runLength);
    },
    async gather(isFull) {
      const tookMs = runTookMs();
      if (tookMs === undefined) return;
      const quietMs = Math.max(quietLeastMs, tookMs);
      // Counted by the waits, not by the clock, which may be set meanwhile.
      for (
        let [waitedMs, seen] = [0, -1];
        seen !== count && waitedMs < gatherMostMs && !isFull();
        waitedMs += quietMs
      ) {
        seen = count;
        await clock.wait(quietMs);
      }
    },
  };
}
