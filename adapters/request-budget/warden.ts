// Looks after what this process holds: keeps it while calls run, gives it back when it idles, forgets what is over.
import type { Clock, ConnectionId, Log } from '#core';
import { type Hold, isRunning, unspent } from './hold.ts';
import { leaseMs } from './lease.ts';
import { allPlaces } from './places.ts';
import type { Teller } from './teller.ts';

export interface Warden {
  /** Begins to look after the holds, until there are none. */
  watch(): void;
  /** Never rejects: a failure is logged, and a later round repairs it. */
  attempt(what: string, work: Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly clock: Pick<Clock, 'now'>;
  readonly holds: Map<ConnectionId, Hold>;
  readonly teller: Teller;
  readonly every: (milliseconds: number, work: () => Promise<void>) => () => void;
  readonly log?: Pick<Log, 'warn'>;
}

/** Between two corrections of a connection's count. */
export const correctionMs = 1_000;
const roundMs = 250;
/** So long before its end a lease is made longer while calls run. */
const renewMs = 5_000;
/** Idle for so long, what others may want is given back: sooner where they are known to be about and find no place. */
const idleMs = 2_000;
const sharedIdleMs = roundMs;
const forgetMs = 60_000;

const duties = [
  { what: 'renew', isDue: renewDue },
  { what: 'correct', isDue: correctDue },
  { what: 'giveBack', isDue: giveBackDue },
] as const;

export function createWarden({ clock, holds, teller, every, log }: Parts): Warden {
  let stop: (() => void) | undefined;
  let round: Promise<void> | undefined;
  const attempt = (what: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log?.warn('the provider budget could not be told', { what, error: String(error) }));
  const watch = (): void => {
    stop ??= every(roundMs, () => {
      round ??= goRound().finally(() => {
        round = undefined;
      });
      return round;
    });
  };
  const goRound = async (): Promise<void> => {
    // What is about to run out first: a round may be long when many connections fall idle at once.
    for (const duty of duties) {
      for (const [connectionId, hold] of holds) {
        if (hold.turns > 0 || !duty.isDue(hold, clock.now().getTime())) continue;
        await attempt(duty.what, teller[duty.what](connectionId, hold));
      }
    }
    forget();
  };
  const forget = (): void => {
    const nowMs = clock.now().getTime();
    for (const [connectionId, hold] of holds) if (isOver(hold, nowMs)) holds.delete(connectionId);
    if (holds.size > 0) return;
    stop?.();
    stop = undefined;
  };
  return {
    watch,
    attempt,
    async close() {
      stop?.();
      stop = undefined;
      await round;
      for (const [connectionId, hold] of holds) {
        if (hold.hand) await attempt('giveBack', teller.giveBack(connectionId, hold));
      }
    },
  };
}

function renewDue(hold: Hold, nowMs: number): boolean {
  return hold.hand !== null && isRunning(hold) && hold.hand.untilMs - nowMs <= renewMs;
}

function correctDue({ pending, correctedAtMs }: Hold, nowMs: number): boolean {
  return pending !== null && nowMs - correctedAtMs >= correctionMs;
}

/** While there is enough for all, what is held runs out unsaid: each giving back is a write. */
function giveBackDue(hold: Hold, nowMs: number): boolean {
  const { hand, running, usedAtMs } = hold;
  if (!hand) return false;
  const idle = nowMs - usedAtMs;
  const calls = unspent(hold);
  if (nowMs >= hand.untilMs) return !isRunning(hold) && calls > 0 && (hand.scarce || nowMs >= hand.untilMs + leaseMs);
  if (hand.scarce && calls > 0 && idle >= idleMs) return true;
  const places = allPlaces(hand.places) - allPlaces(running);
  return hand.crowded && places > 0 && idle >= (hand.shared ? sharedIdleMs : idleMs);
}

function isOver(hold: Hold, nowMs: number): boolean {
  if (isRunning(hold) || unspent(hold) > 0 || hold.turns > 0) return false;
  return hold.blockedUntilMs <= nowMs && nowMs - hold.usedAtMs >= forgetMs;
}
