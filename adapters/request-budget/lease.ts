// How a process takes calls and places of a connection's budget, and gives back what it did not need; pure.
import { type BudgetDecision, type BudgetLimits, dayShare, type Lane, lanes, minuteShare } from '#core';
import {
  type BudgetState,
  type ByLane,
  dayMs,
  dayUsed,
  type Holding,
  minuteFreeAtMs,
  minuteUsed,
  type Spent,
  sum,
  withSpent,
} from './budget-state.ts';
import { type Correction, corrected } from './correction.ts';
import { allPlaces, atLeast, exhausted, fits, grown, oneMore, plus, sumPlaces } from './places.ts';

export type Refusal = Omit<Extract<BudgetDecision, { kind: 'refused' }>, 'kind'>;

/** How long a process may keep what it took without saying so again; what a lost one held is free after it. */
export const leaseMs = 15_000;
const concurrencyWaitSeconds = 1;

/** What a process says of itself and wants. */
export interface Ask {
  readonly holder: string;
  readonly limits: BudgetLimits;
  /** The calls that it made of those it held. */
  readonly spent: readonly Spent[];
  /** Those that it held and keeps, if it may. */
  readonly unspent: number;
  readonly running: ByLane;
  /** Places that it holds and keeps. */
  readonly places: ByLane;
  readonly correction: Correction | null;
  readonly want: Want | null;
}

export interface Want {
  readonly lane: Lane;
  /** Calls that wait now; none when a lease is only to be made longer. */
  readonly more: number;
  /** How many calls and further places it would like to have in hand. */
  readonly chunk: number;
  readonly places: number;
}

/** What a process may do without asking again. */
export interface Hand {
  readonly untilMs: number;
  readonly day: number;
  readonly limits: BudgetLimits;
  readonly calls: number;
  /** A lane may make the next call while fewer than so many of the calls are made. */
  readonly lanes: ByLane;
  readonly places: ByLane;
  /** Others find one place at most, or a lane none. */
  readonly crowded: boolean;
  /** Less is left for others than this hand holds. */
  readonly scarce: boolean;
  /** Others are known to be about. */
  readonly shared: boolean;
}

export interface Leased {
  readonly state: BudgetState;
  /** False when there is nothing to keep: the hand stays as it was. */
  readonly changed: boolean;
  readonly hand: Hand | null;
  readonly refusal: Refusal | null;
}

export function lease(before: BudgetState, ask: Ask, nowMs: number): Leased {
  const own = before.holdings.find(({ holder }) => holder === ask.holder);
  const base = corrected(settled(before, own, ask.spent), ask.correction, ask.limits, nowMs);
  const valid = own !== undefined && own.untilMs > nowMs && own.day === base.day;
  const kept = Math.min(valid ? ask.unspent : 0, Math.max(0, roomFor(base, 'interactive', ask.limits, nowMs)));
  const others = sumPlaces(base.holdings.filter(({ untilMs }) => untilMs > nowMs).map(({ places }) => places));
  const places = placesFor(ask, others, valid, base.holdings.length > 0);
  const refusal = ask.want && refusalOf(base, ask, places, nowMs);
  if (refusal) {
    const changed = ask.spent.length > 0 || ask.correction !== null;
    return {
      ...holding(base, ask, nowMs, kept, atLeast(valid ? ask.places : ask.running, ask.running)),
      changed,
      refusal,
    };
  }
  const calls = ask.want ? Math.max(kept, chunkOf(base, ask.limits, ask.want, nowMs)) : kept;
  return { ...holding(base, ask, nowMs, calls, places), changed: true, refusal: null };
}

/** Without the process's own holding: what it made of it counts as made, the rest is free again. */
function settled(state: BudgetState, own: Holding | undefined, spent: readonly Spent[]): BudgetState {
  // A holding that is no longer there was counted as made when it was forgotten.
  if (!own) return state;
  return {
    ...state,
    dayUsed: state.dayUsed + (own.day === state.day ? sum(spent) : 0),
    spent: withSpent(state.spent, spent),
    holdings: state.holdings.filter((holding) => holding !== own),
  };
}

/** Where others are about, places are taken for calls that wait and not for those that may come. */
function placesFor({ want, limits, places, running }: Ask, others: ByLane, valid: boolean, shared: boolean): ByLane {
  const own = atLeast(valid ? places : running, running);
  if (!want || want.more === 0) return own;
  const ask = { lane: want.lane, places: shared ? want.more : want.places };
  const more = grown(own, running, others, limits, ask);
  // Places that idle for other lanes may be what is missing.
  return fits(oneMore(running, want.lane), more) ? more : grown(running, running, others, limits, ask);
}

/** Why a lane may not call now, the longest wait first. */
function refusalOf(state: BudgetState, { want, limits, running }: Ask, places: ByLane, nowMs: number): Refusal | null {
  if (!want || want.more === 0) return null;
  if (state.blockedUntilMs > nowMs) return refusalUntil('provider', state.blockedUntilMs, nowMs);
  if (dayRoom(state, want.lane, limits) < 1) return refusalUntil('connection_day', (state.day + 1) * dayMs, nowMs);
  if (minuteRoom(state, want.lane, limits, nowMs) < 1) {
    return refusalUntil('connection_minute', minuteFreeAtMs(state, minuteMost(want.lane, limits), nowMs), nowMs);
  }
  if (fits(oneMore(running, want.lane), places)) return null;
  return { reason: 'connection_concurrency', retryAfterSeconds: concurrencyWaitSeconds };
}

/** At least what waits, else what is wished, but no more than a fair share among those who are about. */
function chunkOf(state: BudgetState, limits: BudgetLimits, { lane, more, chunk }: Want, nowMs: number): number {
  const room = roomFor(state, lane, limits, nowMs);
  const fair = Math.floor(room / (1 + state.holdings.length));
  return Math.min(room, Math.max(more, Math.min(chunk, fair), 1));
}

function holding(base: BudgetState, ask: Ask, nowMs: number, calls: number, places: ByLane) {
  if (calls === 0 && allPlaces(places) === 0) return { state: base, hand: null };
  const { holder, limits } = ask;
  const mine: Holding = { holder, untilMs: nowMs + leaseMs, day: base.day, calls, places };
  const everybody = plus(places, sumPlaces(base.holdings.filter((h) => h.untilMs > nowMs).map((h) => h.places)));
  const hand: Hand = {
    untilMs: mine.untilMs,
    day: base.day,
    limits,
    calls,
    lanes: Object.fromEntries(
      lanes.map((lane) => [lane, Math.max(0, Math.min(calls, roomFor(base, lane, limits, nowMs)))]),
    ) as unknown as ByLane,
    places,
    crowded: exhausted(limits, everybody),
    scarce: roomFor(base, 'interactive', limits, nowMs) < 2 * calls,
    shared: base.holdings.length > 0,
  };
  return { state: { ...base, holdings: [...base.holdings, mine] }, hand };
}

function minuteMost(lane: Lane, limits: BudgetLimits): number {
  return Math.floor(limits.perMinute * minuteShare[lane]);
}

function minuteRoom(state: BudgetState, lane: Lane, limits: BudgetLimits, nowMs: number): number {
  return minuteMost(lane, limits) - minuteUsed(state, nowMs);
}

function dayRoom(state: BudgetState, lane: Lane, limits: BudgetLimits): number {
  return Math.floor(limits.perDay * dayShare[lane]) - dayUsed(state);
}

function roomFor(state: BudgetState, lane: Lane, limits: BudgetLimits, nowMs: number): number {
  return Math.min(minuteRoom(state, lane, limits, nowMs), dayRoom(state, lane, limits));
}

export function refusalUntil(reason: Refusal['reason'], untilMs: number, nowMs: number): Refusal {
  return { reason, retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)) };
}
