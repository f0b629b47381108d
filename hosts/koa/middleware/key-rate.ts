// How often an API key may ask. Each host process counts for itself: a shared count would cost every request a write.
import { ServiceError } from '#core';
import type { Context } from '../routes/route.ts';

export interface KeyRate {
  /** Counts a request; 0, or the whole seconds after which one will be taken again. Refused ones do not count. */
  take(key: string): number;
  /** Of how many keys something is remembered. */
  size(): number;
}

const minuteMs = 60_000;
const mostKeys = 10_000;

/**
 * A bucket of `perMinute` requests for each key, filled evenly: a key that was quiet may send a minute's requests at
 * once, and from then on as many a minute. Of a key one number is kept, the time at which its bucket will be full; of at
 * most 10,000 keys, the one that has been quiet longest forgotten first.
 */
export function createKeyRate({ perMinute, nowMs }: { perMinute: number; nowMs: () => number }): KeyRate {
  const fullAtMs = new Map<string, number>();
  const dropMs = minuteMs / perMinute;
  return {
    size: () => fullAtMs.size,
    take: (key) => {
      const now = nowMs();
      const full = Math.max(fullAtMs.get(key) ?? now, now) + dropMs;
      // A thousandth of a drop for the rounding of the sums.
      const lateMs = full - now - minuteMs - dropMs / 1000;
      if (lateMs > 0) return Math.max(1, Math.ceil(lateMs / 1000));
      // The latest key to ask is the last in the map.
      fullAtMs.delete(key);
      fullAtMs.set(key, full);
      if (fullAtMs.size > mostKeys) forgetOldest(fullAtMs);
      return 0;
    },
  };
}

function forgetOldest(fullAtMs: Map<string, number>): void {
  const [oldest] = fullAtMs.keys();
  if (oldest !== undefined) fullAtMs.delete(oldest);
}

/** Comes after authentication, so that a made-up key costs no memory, and before the body is read. */
export function keyRate(rate: KeyRate) {
  return async ({ state: { caller } }: Context, next: () => Promise<unknown>) => {
    if (!caller) throw new Error('the rate of requests was asked for without a caller');
    const wait = rate.take(caller.actor);
    if (wait === 0) return next();
    throw new ServiceError('RATE_LIMITED', `this API key has used up its requests for now; try again in ${wait} s`, {
      reason: 'api_key',
      retryAfterSeconds: wait,
    });
  };
}
