// What the provider's counters change. They may know of other callers, so they only ever lower what is left.
import type { BudgetLimits, ProviderLimits } from '#core';
import { type BudgetState, dayOf, dayUsed, freshMs, minuteUsed, withSpent } from './budget-state.ts';

export interface Correction {
  readonly blockedUntilMs: number;
  /** How many calls the provider would still take of its minute, and when the call that heard it began. */
  readonly minute: { readonly remaining: number; readonly asOfMs: number } | null;
  readonly day: { readonly remaining: number; readonly day: number } | null;
}

const longestBlockSeconds = 86_400;
const travelMs = 1_000;

export function correctionOf(said: ProviderLimits, nowMs: number): Correction {
  const asOfMs = nowMs - said.durationMs;
  const day = dayOf(nowMs);
  return {
    blockedUntilMs:
      said.retryAfterSeconds === null ? 0 : nowMs + Math.min(said.retryAfterSeconds, longestBlockSeconds) * 1000,
    minute: said.minuteRemaining === null ? null : { remaining: said.minuteRemaining, asOfMs },
    // What was counted before midnight says nothing of the new day.
    day: said.dayRemaining === null || dayOf(asOfMs - travelMs) !== day ? null : { remaining: said.dayRemaining, day },
  };
}

/** Of two, what leaves less. */
export function merged(a: Correction | null, b: Correction): Correction {
  if (!a) return b;
  const minute = !a.minute || (b.minute && b.minute.remaining <= a.minute.remaining) ? b.minute : a.minute;
  const day = !a.day || (b.day && (b.day.day > a.day.day || b.day.remaining <= a.day.remaining)) ? b.day : a.day;
  return { blockedUntilMs: Math.max(a.blockedUntilMs, b.blockedUntilMs), minute, day };
}

/** Whether the state would have to change. */
export function matters(correction: Correction, state: BudgetState, limits: BudgetLimits, nowMs: number): boolean {
  return (
    correction.blockedUntilMs > state.blockedUntilMs ||
    unknownInMinute(correction, state, limits, nowMs) > 0 ||
    unknownInDay(correction, state, limits) > 0
  );
}

export function corrected(
  state: BudgetState,
  correction: Correction | null,
  limits: BudgetLimits,
  nowMs: number,
): BudgetState {
  if (!correction) return state;
  const inMinute = unknownInMinute(correction, state, limits, nowMs);
  return {
    ...state,
    blockedUntilMs: Math.max(state.blockedUntilMs, correction.blockedUntilMs),
    dayUsed: state.dayUsed + unknownInDay(correction, state, limits),
    spent: inMinute === 0 ? state.spent : withSpent(state.spent, [{ atMs: nowMs, calls: inMinute }]),
  };
}

/** Calls that the provider counted and we did not: of others who use the same app. */
function unknownInMinute({ minute }: Correction, state: BudgetState, limits: BudgetLimits, nowMs: number): number {
  if (!minute || nowMs - minute.asOfMs > freshMs) return 0;
  return Math.max(0, limits.perMinute - minute.remaining - minuteUsed(state, minute.asOfMs));
}

function unknownInDay({ day }: Correction, state: BudgetState, limits: BudgetLimits): number {
  if (!day || day.day !== state.day) return 0;
  return Math.max(0, limits.perDay - day.remaining - dayUsed(state));
}
