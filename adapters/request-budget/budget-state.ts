// What all processes agree on about one connection's budget; pure.
import type { Json, Lane } from '#core';

export type ByLane = Readonly<Record<Lane, number>>;

/** Calls of one process, kept for it until it says what it made of them. */
export interface Holding {
  readonly holder: string;
  /** Until when the process may begin calls, and its places are taken. */
  readonly untilMs: number;
  /** The UTC day whose count the calls are in. */
  readonly day: number;
  readonly calls: number;
  /** Places in flight, by the lane for which they were taken. */
  readonly places: ByLane;
}

/** Calls that were made, the latest of them then. */
export interface Spent {
  readonly atMs: number;
  readonly calls: number;
}

export interface BudgetState {
  readonly day: number;
  /** Calls of the day that are no longer held. */
  readonly dayUsed: number;
  /** Until when the provider refuses everything. */
  readonly blockedUntilMs: number;
  /** Oldest first, at most one a `grainMs`. */
  readonly spent: readonly Spent[];
  readonly holdings: readonly Holding[];
}

const minuteMs = 60_000;
/** By how much calls may differ in their way to the provider, and clocks of processes from each other. */
const travelMs = 1_000;
/**
 * What counts as a minute. Provider: a fixed window of 60 s that begins with its first call, or, by older text, the
 * last 60 s. No 61 s of ours hold more than a minute's calls, so no 60 s of the provider's do, wherever they begin.
 */
export const windowMs = minuteMs + travelMs;
/** Provider's counters older than this are not listened to. */
export const freshMs = 5_000;
export const dayMs = 86_400_000;
/**
 * Calls of the same five seconds are remembered as one entry, at the time of the latest: at most 15 entries, and what
 * becomes free again does so in lumps that are worth a lease, where single calls would be leased one by one.
 */
const grainMs = 5_000;

export const noPlaces: ByLane = { interactive: 0, automation: 0, sync: 0 };

export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / dayMs);
}

/** The state as it was kept, without what no longer counts. */
export function stateAt(kept: Json | undefined, nowMs: number): BudgetState {
  const today = dayOf(nowMs);
  const state = kept === undefined ? emptyState(today) : (kept as unknown as BudgetState);
  const forgotten = nowMs - windowMs - freshMs;
  const gone = state.holdings.filter((holding) => holding.untilMs <= forgotten);
  const sameDay = today <= state.day;
  return {
    day: Math.max(today, state.day),
    // A process that was lost may have made all of its calls.
    dayUsed: sameDay ? state.dayUsed + sum(gone.filter(({ day }) => day === state.day)) : 0,
    blockedUntilMs: state.blockedUntilMs,
    spent: state.spent.filter(({ atMs }) => atMs > forgotten),
    holdings: state.holdings.filter((holding) => holding.untilMs > forgotten),
  };
}

function emptyState(day: number): BudgetState {
  return { day, dayUsed: 0, blockedUntilMs: 0, spent: [], holdings: [] };
}

export function jsonOf(state: BudgetState): Json {
  return state as unknown as Json;
}

/** Calls that count in the window that ends now (or ended at `nowMs`): made ones, and held ones until it is known. */
export function minuteUsed({ spent, holdings }: BudgetState, nowMs: number): number {
  const from = nowMs - windowMs;
  return sum(spent.filter(({ atMs }) => atMs > from)) + sum(holdings.filter(({ untilMs }) => untilMs > from));
}

/** Calls that count in the UTC day of the state. */
export function dayUsed({ day, dayUsed: settled, holdings }: BudgetState): number {
  return settled + sum(holdings.filter((holding) => holding.day === day));
}

/** When fewer than `most` calls will count, if nobody made any more. */
export function minuteFreeAtMs({ spent, holdings }: BudgetState, most: number, nowMs: number): number {
  const ends = [
    ...spent.map(({ atMs, calls }) => ({ atMs: Math.min(atMs, nowMs) + windowMs, calls })),
    ...holdings.map(({ untilMs, calls }) => ({ atMs: Math.min(untilMs, nowMs) + windowMs, calls })),
  ].sort((a, b) => a.atMs - b.atMs);
  let used = sum(ends);
  for (const { atMs, calls } of ends) {
    used -= calls;
    if (used < most) return Math.max(atMs, nowMs);
  }
  return nowMs + windowMs;
}

/** Adds calls to those made; entries stay few because those of the same `grainMs` become one. */
export function withSpent(spent: readonly Spent[], more: readonly Spent[]): readonly Spent[] {
  const byGrain = new Map<number, Spent>();
  for (const { atMs, calls } of [...spent, ...more]) {
    const grain = Math.floor(atMs / grainMs);
    const known = byGrain.get(grain);
    byGrain.set(grain, known ? { atMs: Math.max(known.atMs, atMs), calls: known.calls + calls } : { atMs, calls });
  }
  return [...byGrain.values()].sort((a, b) => a.atMs - b.atMs);
}

/** The same with one call more. */
export function withOneMore(spent: readonly Spent[], atMs: number): readonly Spent[] {
  const last = spent.at(-1);
  if (!last || Math.floor(last.atMs / grainMs) !== Math.floor(atMs / grainMs)) return [...spent, { atMs, calls: 1 }];
  return [...spent.slice(0, -1), { atMs: Math.max(last.atMs, atMs), calls: last.calls + 1 }];
}

export function sum(entries: readonly { readonly calls: number }[]): number {
  let calls = 0;
  for (const entry of entries) calls += entry.calls;
  return calls;
}
