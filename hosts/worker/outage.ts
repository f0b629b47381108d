import type { Log } from '#core';

export type Outage = ReturnType<typeof watchOutage>;

const firstPauseMs = 100;

/** Logs `began` once when answers begin to fail, and `ended` once when one comes again. */
export function watchOutage(log: Log, began: string, ended: string) {
  let failures = 0;
  return {
    isGoingOn: (): boolean => failures > 0,
    /** The task's value; undefined when it failed. */
    asking: async <T>(task: () => Promise<T>): Promise<T | undefined> => {
      try {
        const value = await task();
        if (failures > 0) log.info(ended, { failures });
        failures = 0;
        return value;
      } catch (error) {
        if (failures === 0) log.error(began, error);
        failures += 1;
        return undefined;
      }
    },
    /** Doubles while the outage lasts. */
    pauseMs: (longestMs: number): number => Math.min(firstPauseMs * 2 ** Math.min(failures, 16), longestMs),
  };
}
