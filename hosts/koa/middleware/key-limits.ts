import { keyRequestsMost, placesForEach, ServiceError } from '#core';
import type { Context } from '../request-state.ts';
import { recognize } from '../shares.ts';

export type KeyLimits = ReturnType<typeof createKeyLimits>;

/** `perMinute` 0: any number of requests. */
export function createKeyLimits(perMinute: number) {
  const rate = perMinute > 0 ? createKeyRate(perMinute) : undefined;
  const takePlace = placesForEach(
    keyRequestsMost,
    `this process works on ${keyRequestsMost} requests of this key already; try again when some are done`,
  );
  return {
    /** Counts a request of an authenticated key; throws RATE_LIMITED above its rate. */
    count(key: string): void {
      const wait = rate?.(key) ?? 0;
      if (wait === 0) return;
      throw new ServiceError('RATE_LIMITED', `this API key has used up its requests for now; try again in ${wait} s`, {
        reason: 'api_key',
        retryAfterSeconds: wait,
      });
    },
    /**
     * Counts the request among those of this key or session until its work is done and the answer is sent or its client
     * gone. Throws RATE_LIMITED above the bound.
     */
    async run(
      { req, res }: Context,
      [key, organizationId]: readonly [string, string],
      work: () => Promise<void>,
    ): Promise<void> {
      const leave = takePlace(key);
      recognize(req, organizationId);
      try {
        await work();
      } finally {
        if (req.socket.destroyed || res.closed) leave();
        else res.once('close', leave);
      }
    },
  };
}

const minuteMs = 60_000;
const mostKeys = 10_000;

/**
 * A bucket of `perMinute` requests for each key, filled evenly: a key that was quiet may send a minute's requests at
 * once, and from then on as many a minute. One number is stored for each key, the time at which its bucket is full, and
 * at most 10,000 keys; the one that has been quiet longest is forgotten first. Counts a request of the key: 0, or the whole
 * seconds after which one will be taken again. Refused ones do not count.
 */
export function createKeyRate(perMinute: number, nowMs = () => performance.now()): (key: string) => number {
  const fullAtMs = new Map<string, number>();
  const dropMs = minuteMs / perMinute;
  return (key) => {
    const now = nowMs();
    const full = Math.max(fullAtMs.get(key) ?? now, now) + dropMs;
    // A thousandth of a drop for the rounding of the sums.
    const lateMs = full - now - minuteMs - dropMs / 1000;
    if (lateMs > 0) return Math.max(1, Math.ceil(lateMs / 1000));
    // The key that asked last is the last in the map.
    fullAtMs.delete(key);
    fullAtMs.set(key, full);
    const [oldest] = fullAtMs.keys();
    if (fullAtMs.size > mostKeys && oldest !== undefined) fullAtMs.delete(oldest);
    return 0;
  };
}
