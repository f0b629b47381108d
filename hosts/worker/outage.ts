import type { Log } from '#core';
import type { Gate } from './gate.ts';

export interface Outage {
  /** The task's value, or undefined when it failed. Tells operators once when trouble begins and once when it ends. */
  guard<T>(task: () => Promise<T>): Promise<T | undefined>;
  /** How long to wait before trying again: doubles while the trouble lasts, up to a bound. */
  pauseMs(): number;
}

const firstPauseMs = 100;

export function createOutage(log: Log, gate: Gate, longestPauseMs: number): Outage {
  let failures = 0;
  return {
    guard: async (task) => {
      try {
        const value = await task();
        if (gate.release('database_down')) log.info('worker reaches the database again', { failures });
        failures = 0;
        return value;
      } catch (error) {
        failures += 1;
        if (gate.hold('database_down', 'narrow')) log.error('worker cannot reach the database', error);
        return undefined;
      }
    },
    pauseMs: () => Math.min(firstPauseMs * 2 ** Math.min(failures, 16), longestPauseMs),
  };
}
