// Bounds arriving bodies: everybody's pace, and the number and duration of strangers' bodies.
import { ServiceError } from '#core';
import { slowBodyReason } from '../present/error.ts';
import type { Context } from '../request-state.ts';
import { ownerOf, type Shares, strangers } from '../shares.ts';

export type ArrivingBodies = ReturnType<typeof arrivingBodies>;

/** After a second a body must bring so many bytes per second. */
export interface Pace {
  readonly leastBytesPerSecond: number;
}

interface Reading {
  readonly pace: Pace;
  readonly request: Context['req'];
  readonly sinceMs: number;
  bytes: number;
  readonly drop: (error: ServiceError) => void;
}

export const atOnce = 50;
export const longestMs = 10_000;
/** After this time a body must bring `leastBytesPerSecond`. */
const graceMs = 1_000;
export const leastBytesPerSecond = 1_000;
/** A file holds a place and its whole size from its first byte on. */
export const filePace: Pace = { leastBytesPerSecond: 16_000 };
const lookEveryMs = 250;

/** A stranger's new body replaces the slowest stranger's, so that slow senders lose. */
export function arrivingBodies(shares: Pick<Shares, 'holdBytes'>) {
  const ofStrangers = new Set<Reading>();
  return {
    /**
     * `read` must listen to the request before it returns, or bytes are lost. `isHeld`: the bytes are counted already.
     */
    async read<T>(ctx: Context, read: () => Promise<T>, { pace = { leastBytesPerSecond }, isHeld = false } = {}) {
      if (ctx.req.complete) return read();
      const { promise: dropped, reject } = Promise.withResolvers<never>();
      const drop = (error: ServiceError) => {
        ofStrangers.delete(reading);
        // Nobody reads the rest of the body.
        ctx.set('Connection', 'close');
        reject(error);
      };
      const reading: Reading = { pace, request: ctx.req, sinceMs: performance.now(), bytes: 0, drop };
      const owner = ownerOf(ctx.req);
      if (owner === strangers) makeRoom(ofStrangers).add(reading);
      const held = shares.holdBytes(owner, () => drop(tooMuch()));
      const count = ({ length }: Buffer) => {
        reading.bytes += length;
        if (!isHeld) held.grow(length);
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

/** False for a body that has arrived and is still unread. */
function isArriving({ request }: Reading): boolean {
  return !request.complete;
}

function isTooSlow(reading: Reading): boolean {
  const ageMs = performance.now() - reading.sinceMs;
  const isLong = ageMs > longestMs && ownerOf(reading.request) === strangers;
  return (
    isArriving(reading) && (isLong || reading.bytes < ((ageMs - graceMs) / 1000) * reading.pace.leastBytesPerSecond)
  );
}

/** The body with the fewest bytes per second among those older than a second; else the oldest. */
function slowestOf([oldest, ...younger]: readonly Reading[]): Reading | undefined {
  const nowMs = performance.now();
  const pace = ({ sinceMs, bytes }: Reading) => bytes / (nowMs - sinceMs);
  if (oldest === undefined || nowMs - oldest.sinceMs <= graceMs) return oldest;
  const grown = younger.filter(({ sinceMs }) => nowMs - sinceMs > graceMs);
  return grown.reduce((slowest, reading) => (pace(reading) < pace(slowest) ? reading : slowest), oldest);
}
