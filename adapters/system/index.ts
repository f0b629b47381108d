// Fills the clock and id-generator ports from the platform.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { typeidUnboxed } from 'typeid-js';
import type { Clock, Id, IdGenerator } from '#core/ports';

export function createSystemClock({ offsetSeconds = 0 }: { offsetSeconds?: number } = {}): Clock {
  return {
    now: () => new Date(Date.now() + offsetSeconds * 1000),
    wait: async (milliseconds) => {
      // A timer may fire a millisecond early and takes at most 24 days.
      const end = performance.now() + milliseconds;
      for (let left = milliseconds; left > 0; left = end - performance.now()) {
        await pause(Math.min(Math.ceil(left), 2 ** 31 - 1));
      }
    },
  };
}

export function createIdGenerator(): IdGenerator {
  return {
    next: <P extends string>(prefix: P) => typeidUnboxed(prefix) as string as Id<P>,
    randomBytes: (length) => randomBytes(length),
    spread: () => Math.random(),
  };
}
