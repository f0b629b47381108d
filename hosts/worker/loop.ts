import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any wait for the database, because a restart does not end an outage of the database. */
export const stuckAfterMs = 120_000;

/**
 * Runs `task` now and after each pause (ms) that it resolves to. The task must not reject; it may take 2 min and
 * `longestTaskMs`.
 */
export function startLoop(task: () => Promise<number>, longestTaskMs = 0) {
  let isStopping = false;
  let pause = new AbortController();
  let stuckAtMs = Number.POSITIVE_INFINITY;

  const run = async (): Promise<void> => {
    while (!isStopping) {
      pause = new AbortController();
      stuckAtMs = performance.now() + longestTaskMs + stuckAfterMs;
      const pauseMs = await task();
      stuckAtMs = performance.now() + pauseMs + stuckAfterMs;
      await sleep(pauseMs, undefined, { signal: pause.signal }).catch(() => {});
    }
    stuckAtMs = Number.POSITIVE_INFINITY;
  };
  const ended = run();
  return {
    /** Ends the pause, or skips the next one. */
    ring: () => pause.abort(),
    /** True when the loop has not moved for two minutes beyond its pause. */
    isStuck: () => performance.now() > stuckAtMs,
    /** Resolves when the current task has ended. */
    stop: () => {
      isStopping = true;
      pause.abort();
      return ended;
    },
  };
}

/** Resolves to the answer, or to undefined when it failed or did not come in time. */
export async function within<T>(answer: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const inTime = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: inTime.signal });
  const first = Promise.race([answer, late]).catch(() => undefined);
  return first.finally(() => inTime.abort());
}
