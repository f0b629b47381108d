// Organizations share a process; strangers (no valid key or session) have one share together. Each process counts for
// itself, because a common count would cost every request a write.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { keyRequestsMost, placesForEach, ServiceError } from '#core';
import type { Context } from './request-state.ts';

export const strangers = 'strangers';

const mebibyte = 1024 * 1024;
export const shareMost = {
  requests: 100,
  /** Bounds arriving bodies and long unread answers. */
  bytes: 32 * mebibyte,
  hostBytes: 128 * mebibyte,
  /** The part of both that files may take while they are attached, so that an organization's other requests go on. */
  files: 0.75,
  /** Files that arrive, wait to, or are sent on at once. */
  filesAtOnce: 50,
  /** Bounds database reads and strangers' sign-ins that run at once; others wait. */
  dear: 4,
  changesPerMinute: 120,
};

const owners = new WeakMap<IncomingMessage | Duplex, string>();

/** Counts the request and its connection as the organization's. */
export function recognize(request: IncomingMessage, organizationId: string): void {
  owners.set(request, organizationId).set(request.socket, organizationId);
}

export const ownerOf = (one: IncomingMessage | Duplex): string => owners.get(one) ?? strangers;

export type Shares = ReturnType<typeof createShares>;

/** `keyPerMinute` 0 means unlimited. */
export function createShares(keyPerMinute: number) {
  const atOnce = (most: number) =>
    `this process works on ${most} requests of yours already; try again when some are done`;
  const takeOfKey = placesForEach(keyRequestsMost, atOnce(keyRequestsMost));
  const take = placesForEach(shareMost.requests, atOnce(shareMost.requests), 'organization_concurrency');
  const waitOfKey = keyPerMinute > 0 ? createRate(keyPerMinute) : () => 0;
  const waitOfChanges = createRate(shareMost.changesPerMinute);
  const holdBytes = bytesForEach(shareMost.bytes, shareMost.hostBytes);
  const fileBytes = { own: shareMost.bytes * shareMost.files, all: shareMost.hostBytes * shareMost.files };
  return {
    holdBytes,
    takeFile: filesForEach(holdBytes, { ...fileBytes, atOnce: shareMost.filesAtOnce }),
    takeTurn: turnsForEach(),
    count: (key: string) => assertRate('api_key', waitOfKey(key)),
    countChange: (organizationId: string) => assertRate('organization_rate', waitOfChanges(organizationId)),
    /** Holds places until the work is done and the answer is sent, or the client has left. */
    async run({ req, res }: Context, [key, organizationId]: readonly [string, string], work: () => Promise<void>) {
      const places = [takeOfKey(key)];
      const leave = () => {
        for (const leavePlace of places) leavePlace();
      };
      try {
        places.push(take(organizationId));
        recognize(req, organizationId);
        await work();
      } finally {
        if (req.socket.destroyed || res.closed) leave();
        else res.once('close', leave);
      }
    },
  };
}

function assertRate(reason: string, retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  const message = `too many of these requests for now; try again in ${retryAfterSeconds} s`;
  throw new ServiceError('RATE_LIMITED', message, { reason, retryAfterSeconds });
}

const turnsMost = 64;

/**
 * Begins one request per turn of the event loop, because the platform accepts one new connection per turn; owners
 * alternate. In a flood an owner's oldest requests begin at once, so that the queue stays small.
 */
export function turnstile(): (owner: string) => Promise<void> | undefined {
  /** Map order: the next owner is first. */
  const queues = new Map<string, (() => void)[]>();
  let isTaken = false;
  const nextTurn = () => {
    const [next] = queues;
    isTaken = next !== undefined;
    if (!next) return;
    const [owner, [begin, ...waiting]] = next;
    queues.delete(owner);
    if (waiting.length > 0) queues.set(owner, waiting);
    begin?.();
    setImmediate(nextTurn);
  };
  return (owner) => {
    const waiting = queues.get(owner) ?? [];
    if (waiting.length === turnsMost) waiting.shift()?.();
    if (isTaken) {
      queues.set(owner, waiting);
      return new Promise((resolve) => waiting.push(resolve));
    }
    isTaken = true;
    setImmediate(nextTurn);
    return undefined;
  };
}

/** Runs a few requests of each owner at once. The number of waiting requests is bounded here, too, for strangers. */
export function turnsForEach() {
  const turn = turnstile();
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(owner) ?? { running: 0, waiting: [] };
    lines.set(owner, line);
    if (line.running < shareMost.dear) line.running++;
    else if (line.waiting.length < shareMost.requests) {
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else {
      const message = 'too many sign-ins at the same time; try again in a few seconds';
      throw new ServiceError('RATE_LIMITED', message, { reason: 'sign_in_busy', retryAfterSeconds: 5 });
    }
    try {
      await turn(owner);
      return await work();
    } finally {
      // The next request in line takes this place.
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(owner);
    }
  };
}

export type HeldBytes = ReturnType<ReturnType<typeof bytesForEach>>;

interface Held {
  readonly owner: string;
  /** Absent for bytes that were let in as a whole before the first arrived; they stay until they end. */
  readonly letGo: (() => void) | undefined;
  bytes: number;
}

const sumOf = (all: Iterable<Held>): number => [...all].reduce((sum, { bytes }) => sum + bytes, 0);

/** Drops the largest item of an owner above its share, or of the largest owner when the host's share is used up. */
export function bytesForEach(ownMost: number, allMost: number) {
  const held = new Set<Held>();
  const tooMuch = (owner: string): readonly Held[] => {
    const own = [...held].filter((one) => one.owner === owner);
    if (sumOf(own) > ownMost) return own;
    if (sumOf(held) <= allMost) return [];
    return [...Map.groupBy(held, (one) => one.owner).values()].reduce((most, one) =>
      sumOf(one) > sumOf(most) ? one : most,
    );
  };
  const loose = (owner: string) => tooMuch(owner).filter(({ letGo }) => letGo !== undefined);
  return (owner: string, letGo?: () => void) => {
    const one: Held = { owner, letGo, bytes: 0 };
    held.add(one);
    return {
      grow(bytes: number): void {
        one.bytes += bytes;
        for (let heavy = loose(owner); heavy.length > 0; heavy = loose(owner)) {
          const largest = heavy.reduce((most, other) => (other.bytes > most.bytes ? other : most));
          held.delete(largest);
          largest.letGo?.();
        }
      },
      end: () => held.delete(one),
    };
  };
}

interface FileShares {
  readonly own: number;
  readonly all: number;
  readonly atOnce: number;
}

/** How long a file waits, unread, until the files before it have been sent on. */
const fileWaitMs = 10_000;

/**
 * Lets files in by their size, before their first byte is read, in the order of arrival; an owner's files wait for its own
 * alone. Resolves to a function that ends the file's place. Throws RATE_LIMITED `organization_bytes` after ten seconds, and at
 * once beyond `atOnce` files.
 */
export function filesForEach(hold: ReturnType<typeof bytesForEach>, { own, all, atOnce }: FileShares) {
  const inside = new Map<symbol, { readonly owner: string; readonly bytes: number }>();
  const waiting = new Set<{ readonly owner: string; readonly bytes: number; readonly enter: () => void }>();
  const bytesOf = (owner?: string) =>
    [...inside.values()].reduce((sum, one) => (owner === undefined || one.owner === owner ? sum + one.bytes : sum), 0);
  const hasRoom = (owner: string, bytes: number) => bytesOf(owner) + bytes <= own && bytesOf() + bytes <= all;
  const letIn = () => {
    const passed = new Set<string>();
    for (const one of waiting) {
      const { owner, bytes, enter } = one;
      // The next of an owner does not overtake its first.
      if (passed.has(owner) || !hasRoom(owner, bytes)) passed.add(owner);
      else enter();
    }
  };
  return async (owner: string, bytes: number): Promise<() => void> => {
    if (inside.size + waiting.size >= atOnce) throw noRoom();
    const place = Symbol();
    const enter = () => inside.set(place, { owner, bytes });
    const isFirst = [...waiting].every((one) => one.owner !== owner);
    if (isFirst && hasRoom(owner, bytes)) enter();
    else await turnAmong(waiting, { owner, bytes, enter });
    const held = hold(owner);
    held.grow(bytes);
    return () => {
      held.end();
      if (inside.delete(place)) letIn();
    };
  };
}

function turnAmong<T extends { readonly enter: () => void }>(waiting: Set<T>, one: T): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const entry: T = {
    ...one,
    enter: () => {
      clearTimeout(timer);
      waiting.delete(entry);
      one.enter();
      resolve();
    },
  };
  const timer = setTimeout(() => {
    waiting.delete(entry);
    reject(noRoom());
  }, fileWaitMs).unref();
  waiting.add(entry);
  return promise;
}

const noRoom = () =>
  new ServiceError('RATE_LIMITED', 'too many files are being attached at the same time; try again when some are done', {
    reason: 'organization_bytes',
    retryAfterSeconds: 5,
  });

const minuteMs = 60_000;
const rememberedMost = 10_000;

/**
 * A token bucket of `perMinute` per key, stored as the time when it is full. Counts a request and returns 0, or refuses
 * it uncounted and returns the seconds to wait.
 */
export function createRate(perMinute: number, nowMs = () => performance.now()): (whose: string) => number {
  const fullAtMs = new Map<string, number>();
  const dropMs = minuteMs / perMinute;
  return (whose) => {
    const now = nowMs();
    const full = Math.max(fullAtMs.get(whose) ?? now, now) + dropMs;
    const lateMs = full - now - minuteMs - dropMs / 1000;
    if (lateMs > 0) return Math.max(1, Math.ceil(lateMs / 1000));
    fullAtMs.delete(whose);
    fullAtMs.set(whose, full);
    const [oldest] = fullAtMs.keys();
    if (fullAtMs.size > rememberedMost && oldest !== undefined) fullAtMs.delete(oldest);
    return 0;
  };
}
