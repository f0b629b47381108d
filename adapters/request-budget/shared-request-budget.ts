import type {
  BudgetDecision,
  BudgetLimits,
  BudgetStore,
  BudgetUse,
  Clock,
  ConnectionId,
  Lane,
  Log,
  RequestBudget,
} from '#core';
import { defaultBudget } from '#core';
import { type BudgetState, dayUsed, minuteUsed, stateAt } from './budget-state.ts';
import { correctionOf, matters, merged } from './correction.ts';
import { type Hold, newHold, remember, spend } from './hold.ts';
import { oneMore } from './places.ts';
import { createTeller, type Teller } from './teller.ts';
import { correctionMs, createWarden } from './warden.ts';

export interface SharedRequestBudgetOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: BudgetStore;
  /** Names this process among all that share the store; never used again by a later one. */
  readonly processId: string;
  readonly log?: Pick<Log, 'warn'>;
  /** Runs `work` again and again until it is told to stop; by default a timer that keeps no process alive. */
  readonly every?: (milliseconds: number, work: () => Promise<void>) => () => void;
}

export interface SharedRequestBudget extends RequestBudget {
  /** Gives back all that is held. What is granted after it is only free again when its lease has run out. */
  close(): Promise<void>;
}

/** How often a call looks again when others took what was meant for it. */
const triesMax = 10;
const tooMany: BudgetDecision = { kind: 'refused', reason: 'connection_concurrency', retryAfterSeconds: 1 };

/**
 * One budget for all processes on one store. A process takes a few calls and places in flight at a time, for at most
 * 15 s, and spends them in memory; so the store is asked once for some calls and not for each. How many it takes
 * doubles while it uses them up, and is never more than its share of what is left among those who are about.
 *
 * What holds whatever the schedule, and when processes are lost: no 61 s see more than a minute's calls granted (so
 * the provider's fixed 60 s hold no more either, wherever they begin, while calls need the same second to reach it);
 * a lane finds the reserve of the lanes above it untouched; no more than the limit are in flight; no day's count is
 * exceeded.
 *
 * How far it may drift. Too few: what a process holds and does not use is given back after 2 s where it is scarce
 * (idle places after 0.25 s where others find none), else after 30 s; calls of the same 5 s are free again with the
 * last of them; what a lost process held counts as made for 76 s, its places for 15 s. Too many: the calls of a process
 * that cannot reach the store for the last 5 s of its lease (they keep no places); as many as differ by more than 1 s
 * in their way to the provider, or by the processes' clocks; calls of the last second before midnight UTC; documents
 * that still stream after their call was released. A refusal by the provider is known to the others with their next
 * lease: until then each may make the calls in its hand.
 */
export function createSharedRequestBudget(options: SharedRequestBudgetOptions): SharedRequestBudget {
  const { clock, log, every = unreferencedTimer } = options;
  const holds = new Map<ConnectionId, Hold>();
  const teller = createTeller(options);
  const warden = createWarden({ clock, holds, teller, every, ...(log ? { log } : {}) });
  const holdOf = (connectionId: ConnectionId): Hold => {
    const known = holds.get(connectionId);
    if (known) return known;
    const hold = newHold(clock.now().getTime());
    holds.set(connectionId, hold);
    warden.watch();
    return hold;
  };
  return {
    async acquire(connectionId, lane, limits) {
      const hold = holdOf(connectionId);
      hold.limits = limits;
      hold.waiting = oneMore(hold.waiting, lane);
      try {
        return await decide({ clock, teller, connectionId, hold, lane, limits });
      } finally {
        hold.waiting = { ...hold.waiting, [lane]: hold.waiting[lane] - 1 };
      }
    },
    observe(connectionId, said) {
      const nowMs = clock.now().getTime();
      const hold = holdOf(connectionId);
      const correction = correctionOf(said, nowMs);
      hold.blockedUntilMs = Math.max(hold.blockedUntilMs, correction.blockedUntilMs);
      if (!matters(correction, stateAt(hold.kept?.state, nowMs), hold.limits ?? defaultBudget, nowMs)) return;
      hold.pending = merged(hold.pending, correction);
      if (nowMs - hold.correctedAtMs < correctionMs) return;
      hold.correctedAtMs = nowMs;
      void warden.attempt('correct', teller.correct(connectionId, hold));
    },
    async use(connectionIds) {
      const kept = await options.store.readAll(connectionIds);
      const nowMs = clock.now().getTime();
      return connectionIds.map((connectionId) =>
        useOf(connectionId, stateAt(kept.get(connectionId)?.state, nowMs), nowMs),
      );
    },
    close: () => warden.close(),
  };
}

function useOf(connectionId: ConnectionId, state: BudgetState, nowMs: number): BudgetUse {
  const { blockedUntilMs } = state;
  return {
    connectionId,
    minuteUsed: minuteUsed(state, nowMs),
    dayUsed: dayUsed(state),
    blockedUntil: blockedUntilMs > nowMs ? new Date(blockedUntilMs) : null,
  };
}

interface Asked {
  readonly clock: Pick<Clock, 'now'>;
  readonly teller: Teller;
  readonly connectionId: ConnectionId;
  readonly hold: Hold;
  readonly lane: Lane;
  readonly limits: BudgetLimits;
}

async function decide({ clock, teller, connectionId, hold, lane, limits }: Asked): Promise<BudgetDecision> {
  for (let tries = 0; tries < triesMax; tries++) {
    // While the store is being told of the hand, nothing of it may be spent.
    while (hold.turns > 0) await hold.turn;
    const nowMs = clock.now().getTime();
    const decision = spend(hold, lane, limits, nowMs);
    if (decision) return decision;
    const refusal = await teller.lease(connectionId, hold, lane, limits);
    if (refusal) {
      remember(hold, lane, refusal, limits, nowMs);
      return { kind: 'refused', ...refusal };
    }
  }
  return tooMany;
}

function unreferencedTimer(milliseconds: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), milliseconds).unref();
  return () => clearInterval(timer);
}
