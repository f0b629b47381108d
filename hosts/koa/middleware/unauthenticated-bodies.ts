// Bodies that are read before the sender is authenticated: few at once, and none for long.
import { ServiceError } from '#core';
import { slowBodyReason } from '../present/error.ts';
import type { Context } from '../request-state.ts';

export type UnauthenticatedBodies = ReturnType<typeof unauthenticatedBodies>;

interface Reading {
  readonly request: Pick<Context['req'], 'complete'>;
  readonly sinceMs: number;
  bytes: number;
  readonly drop: () => void;
}

export const atOnce = 50;
export const longestMs = 10_000;
/** From here on it must have brought `leastBytesPerSecond` for each further second. */
const graceMs = 1_000;
export const leastBytesPerSecond = 1_000;
const lookEveryMs = 250;

/**
 * At most 50 at once, each within 10 s and, after its first second, at no less than 1 kB a second. One more drops the
 * slowest, never the newest: whoever sends slowly on purpose loses to everyone who does not. A body that has arrived does
 * not count.
 */
export function unauthenticatedBodies() {
  const open = new Set<Reading>();
  return {
    /** What `read` makes of the body. It must listen to the request at once: bytes that come before it does are lost. */
    async read<T>(ctx: Context, read: () => Promise<T>): Promise<T> {
      const { promise: dropped, reject } = Promise.withResolvers<never>();
      const drop = () => {
        open.delete(reading);
        // What is left of the body is not waited for.
        ctx.set('Connection', 'close');
        reject(new ServiceError('BAD_REQUEST', 'the body took too long to arrive', { reason: slowBodyReason }));
      };
      const reading: Reading = { request: ctx.req, sinceMs: performance.now(), bytes: 0, drop };
      const count = (chunk: Buffer) => {
        reading.bytes += chunk.length;
      };
      const others = [...open].filter(isArriving);
      if (isArriving(reading) && others.length >= atOnce) slowestOf(others)?.drop();
      open.add(reading);
      const looking = setInterval(() => isTooSlow(reading) && drop(), lookEveryMs).unref();
      const body = read();
      ctx.req.on('data', count);
      try {
        return await Promise.race([body, dropped]);
      } finally {
        clearInterval(looking);
        ctx.req.off('data', count);
        open.delete(reading);
      }
    },
  };
}

/** All of it may be here though not all of it has been read. */
function isArriving({ request }: Reading): boolean {
  return !request.complete;
}

function isTooSlow(reading: Reading): boolean {
  const ageMs = performance.now() - reading.sinceMs;
  return isArriving(reading) && (ageMs > longestMs || reading.bytes < ((ageMs - graceMs) / 1000) * leastBytesPerSecond);
}

/** Of those past their first second the one with the fewest bytes a second; where all are younger, the oldest. */
function slowestOf([oldest, ...younger]: readonly Reading[]): Reading | undefined {
  const nowMs = performance.now();
  const pace = ({ sinceMs, bytes }: Reading) => bytes / (nowMs - sinceMs);
  if (oldest === undefined || nowMs - oldest.sinceMs <= graceMs) return oldest;
  const grown = younger.filter(({ sinceMs }) => nowMs - sinceMs > graceMs);
  return grown.reduce((slowest, reading) => (pace(reading) < pace(slowest) ? reading : slowest), oldest);
}
