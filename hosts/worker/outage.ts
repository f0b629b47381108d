import type { Log } from '#core';

export type Outage = ReturnType<typeof watchOutage>;

const firstPauseMs = 100;

/** Logs `began` once when the database begins to fail, and `ended` once when it answers again. */
export function watchOutage(log: Log, began: string, ended: string, chance: () => number = Math.random) {
  let failures = 0;
  return {
    isGoingOn: (): boolean => failures > 0,
    /** Resolves to the task's value, or to undefined when it failed. */
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
    /**
     * Returns a pause that doubles while the outage lasts, less up to a half by chance: workers that lost the database at the
     * same moment do not all ask again in the same one.
     */
    pauseMs: (longestMs: number): number =>
      Math.min(firstPauseMs * 2 ** Math.min(failures, 16), longestMs) * (1 - chance() / 2),
  };
}
