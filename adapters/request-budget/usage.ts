// What one connection has used of its budget; pure but for the record it changes.
import { type BudgetDecision, type BudgetLimits, dayShare, type Lane, minuteShare, type ProviderLimits } from '#core';

export interface Usage {
  /** When the minute now counted began: with its first call, as the provider counts. */
  minuteFromMs: number;
  minuteUsed: number;
  /** The UTC day now counted. */
  day: number;
  dayUsed: number;
  inFlight: number;
  /** Until when the provider refuses everything. */
  blockedUntilMs: number;
  /** The limits last asked with, by which the provider's remaining counts become used ones. */
  limits: BudgetLimits;
}

export type Refusal = Omit<Extract<BudgetDecision, { kind: 'refused' }>, 'kind'>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const concurrencyWaitSeconds = 1;
const longestBlockSeconds = 86_400;

export function newUsage(limits: BudgetLimits): Usage {
  return { minuteFromMs: 0, minuteUsed: 0, day: 0, dayUsed: 0, inFlight: 0, blockedUntilMs: 0, limits };
}

/** Begins a new minute or day where the counted one is over. */
export function rollOver(usage: Usage, nowMs: number): void {
  // A clock that was set back must not keep a window open for longer than a minute.
  if (nowMs - usage.minuteFromMs >= minuteMs || nowMs < usage.minuteFromMs) {
    usage.minuteFromMs = nowMs;
    usage.minuteUsed = 0;
  }
  const day = Math.floor(nowMs / dayMs);
  if (day !== usage.day) {
    usage.day = day;
    usage.dayUsed = 0;
  }
}

export function blockOf(usage: Usage, nowMs: number): Refusal | undefined {
  if (usage.blockedUntilMs <= nowMs) return undefined;
  return { reason: 'provider', retryAfterSeconds: seconds(usage.blockedUntilMs - nowMs) };
}

/** Why a lane may not call now, the longest wait first. */
export function exhaustionOf(usage: Usage, lane: Lane, limits: BudgetLimits, nowMs: number): Refusal | undefined {
  if (usage.dayUsed >= Math.floor(limits.perDay * dayShare[lane])) {
    return { reason: 'connection_day', retryAfterSeconds: seconds((usage.day + 1) * dayMs - nowMs) };
  }
  if (usage.minuteUsed >= Math.floor(limits.perMinute * minuteShare[lane])) {
    return { reason: 'connection_minute', retryAfterSeconds: seconds(usage.minuteFromMs + minuteMs - nowMs) };
  }
  if (usage.inFlight < limits.inFlight) return undefined;
  return { reason: 'connection_concurrency', retryAfterSeconds: concurrencyWaitSeconds };
}

/** The provider's counters may know of other callers, so they only ever lower what is left; they never give back. */
export function correct(usage: Usage, said: ProviderLimits, nowMs: number): void {
  const { perMinute, perDay } = usage.limits;
  if (said.minuteRemaining !== null) usage.minuteUsed = Math.max(usage.minuteUsed, perMinute - said.minuteRemaining);
  if (said.dayRemaining !== null) usage.dayUsed = Math.max(usage.dayUsed, perDay - said.dayRemaining);
  if (said.retryAfterSeconds === null) return;
  const until = nowMs + Math.min(said.retryAfterSeconds, longestBlockSeconds) * 1000;
  usage.blockedUntilMs = Math.max(usage.blockedUntilMs, until);
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
