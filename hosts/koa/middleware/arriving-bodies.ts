// Bodies while they arrive: none too slowly, and of strangers few at once and none for long.
import { ServiceError } from '#core';
import { slowBodyReason } from '../present/error.ts';
import type { Context } from '../request-state.ts';
import { ownerOf, type Shares, strangers } from '../shares.ts';

export type ArrivingBodies = ReturnType<typeof arrivingBodies>;

interface Reading {
  readonly request: Context['req'];
  readonly sinceMs: number;
  bytes: number;
  readonly drop: (error: ServiceError) => void;
}

export const atOnce = 50;
export const longestMs = 10_000;
/** From here on it must have brought `leastBytesPerSecond` for each further second. */
const graceMs = 1_000;
export const leastBytesPerSecond = 1_000;
const lookEveryMs = 250;

/** One more of strangers drops the slowest, never the newest: who sends slowly on purpose loses to those who do not. */
export function arrivingBodies(shares: Pick<Shares, 'holdBytes'>) {
  const ofStrangers = new Set<Reading>();
  return {
    /** What `read` makes of the body. It must listen to the request at once: bytes that come before it does are lost. */
    async read<T>(ctx: Context, read: () => Promise<T>): Promise<T> {
      if (ctx.req.complete) return read();
      const { promise: dropped, reject } = Promise.withResolvers<never>();
      const drop = (error: ServiceError) => {
        ofStrangers.delete(reading);
        // What is left of the body is not waited for.
        ctx.set('Connection', 'close');
        reject(error);
      };
      const reading: Reading = { request: ctx.req, sinceMs: performance.now(), bytes: 0, drop };
      const owner = ownerOf(ctx.req);
      if (owner === strangers) makeRoom(ofStrangers).add(reading);
      const held = shares.holdBytes(owner, () => drop(tooMuch()));
      const count = ({ length }: Buffer) => {
        reading.bytes += length;
        held.grow(length);
      };
      const looking = setInterval(() => isTooSlow(reading) && drop(tooSlow()), lookEveryMs).unref();
      const body = read();
      ctx.req.on('data', count);
      try {
        return await Promise.race([body, dropped]);
      } finally {
        clearInterval(looking);
        ctx.req.off('data', count);
        ofStrangers.delete(reading);
        held.end();
      }
    },
  };
}

const tooSlow = () => new ServiceError('BAD_REQUEST', 'the body took too long to arrive', { reason: slowBodyReason });

const tooMuch = () =>
  new ServiceError('RATE_LIMITED', 'too many long bodies arrive at the same time; try again', {
    reason: 'organization_concurrency',
    retryAfterSeconds: 1,
  });

function makeRoom(open: Set<Reading>): Set<Reading> {
  const others = [...open].filter(isArriving);
  if (others.length >= atOnce) slowestOf(others)?.drop(tooSlow());
  return open;
}

/** All of it may be here though not all of it has been read. */
function isArriving({ request }: Reading): boolean {
  return !request.complete;
}

function isTooSlow(reading: Reading): boolean {
  const ageMs = performance.now() - reading.sinceMs;
  const isLong = ageMs > longestMs && ownerOf(reading.request) === strangers;
  return isArriving(reading) && (isLong || reading.bytes < ((ageMs - graceMs) / 1000) * leastBytesPerSecond);
}

/** Of those past their first second the one with the fewest bytes a second; where all are younger, the oldest. */
function slowestOf([oldest, ...younger]: readonly Reading[]): Reading | undefined {
  const nowMs = performance.now();
  const pace = ({ sinceMs, bytes }: Reading) => bytes / (nowMs - sinceMs);
  if (oldest === undefined || nowMs - oldest.sinceMs <= graceMs) return oldest;
  const grown = younger.filter(({ sinceMs }) => nowMs - sinceMs > graceMs);
  return grown.reduce((slowest, reading) => (pace(reading) < pace(slowest) ? reading : slowest), oldest);
}
