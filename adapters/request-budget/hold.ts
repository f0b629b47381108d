// What this process holds of one connection's budget: calls and places are spent here, without asking anybody.
import { type BudgetDecision, type BudgetLimits, type KeptBudget, type Lane, lanes } from '#core';
import { type ByLane, dayOf, noPlaces, type Spent, withOneMore } from './budget-state.ts';
import type { Correction } from './correction.ts';
import { type Hand, type Refusal, refusalUntil, type Want } from './lease.ts';
import { allPlaces, fits, oneMore } from './places.ts';

/** Nobody is asked again sooner than this about a refusal; others may give back what they hold. */
const refusalMs = 1_000;

interface RememberedRefusal extends Refusal {
  readonly limits: BudgetLimits;
  readonly againAtMs: number;
  readonly untilMs: number;
}

export interface Hold {
  /** The newest state that this process knows. */
  kept: KeptBudget | undefined;
  hand: Hand | null;
  /** Calls of the hand that are made, in number and by time. */
  made: number;
  spent: readonly Spent[];
  running: ByLane;
  /** Calls that wait for the next lease. */
  waiting: ByLane;
  /** How many calls the next hand should hold, and how many were in flight at once with the last and with this one. */
  pace: number;
  peaks: readonly [last: number, now: number];
  refusals: Partial<Record<Lane, RememberedRefusal>>;
  blockedUntilMs: number;
  pending: Correction | null;
  correctedAtMs: number;
  usedAtMs: number;
  lane: Lane;
  limits: BudgetLimits | null;
  /** Ends with the last of those who ask the store for this connection, one after the other; never rejects. */
  turn: Promise<void>;
  turns: number;
}

export function newHold(nowMs: number): Hold {
  return {
    ...{ kept: undefined, hand: null, made: 0, spent: [], running: noPlaces, waiting: noPlaces, pace: 1 },
    peaks: [0, 0],
    ...{ refusals: {}, blockedUntilMs: 0, pending: null, correctedAtMs: 0, usedAtMs: nowMs, limits: null },
    ...{ lane: 'interactive' as const, turn: Promise.resolve(), turns: 0 },
  };
}

/** A decision that needs nobody else; undefined when the store must be asked. */
export function spend(hold: Hold, lane: Lane, limits: BudgetLimits, nowMs: number): BudgetDecision | undefined {
  if (hold.blockedUntilMs > nowMs) {
    return { kind: 'refused', ...refusalUntil('provider', hold.blockedUntilMs, nowMs) };
  }
  if (!refusesFromHand(hold, lane, limits, nowMs)) return { kind: 'granted', release: take(hold, lane, nowMs) };
  const known = hold.refusals[lane];
  if (!known || known.againAtMs <= nowMs || !sameLimits(known.limits, limits)) return undefined;
  return { kind: 'refused', ...refusalUntil(known.reason, known.untilMs, nowMs) };
}

function refusesFromHand({ hand, made, running }: Hold, lane: Lane, limits: BudgetLimits, nowMs: number): boolean {
  if (!hand || nowMs >= hand.untilMs || hand.day !== dayOf(nowMs) || !sameLimits(hand.limits, limits)) return true;
  return made >= hand.lanes[lane] || !fits(oneMore(running, lane), hand.places);
}

/** Counts one call; the release counts once however often it is called. */
function take(hold: Hold, lane: Lane, nowMs: number): () => void {
  hold.made += 1;
  hold.spent = withOneMore(hold.spent, nowMs);
  hold.running = oneMore(hold.running, lane);
  hold.peaks = [hold.peaks[0], Math.max(hold.peaks[1], allPlaces(hold.running))];
  hold.usedAtMs = nowMs;
  hold.lane = lane;
  let released = false;
  return () => {
    if (released) return;
    released = true;
    hold.running = { ...hold.running, [lane]: hold.running[lane] - 1 };
    forgetCrowding(hold);
  };
}

/** A place has become free: whoever was refused for want of one may ask again. */
function forgetCrowding({ refusals }: Hold): void {
  for (const lane of lanes) if (refusals[lane]?.reason === 'connection_concurrency') delete refusals[lane];
}

export function remember(hold: Hold, lane: Lane, refusal: Refusal, limits: BudgetLimits, nowMs: number): void {
  const untilMs = nowMs + refusal.retryAfterSeconds * 1000;
  hold.refusals[lane] = { ...refusal, limits, untilMs, againAtMs: Math.min(untilMs, nowMs + refusalMs) };
}

/** Twice as many calls are wished after a hand that was used up, else as many as were made. */
export function paceOf({ hand, made, pace }: Hold): number {
  if (!hand) return pace;
  return Math.max(1, made >= hand.calls ? 2 * made : made);
}

/** What the calls of the lane that wait now should find. */
export function wantOf(hold: Hold, lane: Lane, limits: BudgetLimits): Want {
  const more = Math.min(Math.max(1, hold.waiting[lane]), limits.inFlight);
  const places = Math.min(Math.max(...hold.peaks) - allPlaces(hold.running), limits.inFlight);
  return { lane, more, chunk: paceOf(hold), places: Math.max(more, places) };
}

export function takeHand(hold: Hold, hand: Hand | null): void {
  hold.pace = paceOf(hold);
  hold.peaks = [hold.peaks[1], allPlaces(hold.running)];
  hold.hand = hand;
  hold.made = 0;
  hold.spent = [];
}

export function unspent({ hand, made }: Hold): number {
  return hand ? hand.calls - made : 0;
}

export function isRunning({ running }: Hold): boolean {
  return allPlaces(running) > 0;
}

function sameLimits(a: BudgetLimits, b: BudgetLimits): boolean {
  return a === b || (a.perMinute === b.perMinute && a.inFlight === b.inFlight && a.perDay === b.perDay);
}
