// What a connection may call: its limits, the lanes' shares of them, and why a lane must wait.
import { aheadMsMax } from './ahead.ts';
import type { ConnectionId } from './ids.ts';
import type { AppKey } from './provider-app.ts';

/** Whose budget it is: a connection's, or that of an app's connections together. */
export type Spender = ConnectionId | AppKey;

/** Who gets how much of a connection's provider budget, the most urgent first. */
export const lanes = ['interactive', 'automation', 'sync'] as const;
export type Lane = (typeof lanes)[number];

/** The calls of one connection. */
export interface BudgetLimits {
  readonly perMinute: number;
  readonly inFlight: number;
  /** Of one UTC day. */
  readonly perDay: number;
}

/** What the provider allows, where nobody allows less. */
export interface LedgerLimits extends BudgetLimits {
  /** The calls of all connections of an app together. */
  readonly appPerMinute: number;
}

/** The share of a minute that may be used up when a lane calls, and of the calls in flight that it and those below it may make. */
export const minuteShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.8, sync: 0.6 };
/** The last tenth of the day is interactive's. */
export const dayShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.9, sync: 0.9 };

export type BudgetReason =
  | 'connection_minute'
  | 'connection_day'
  | 'connection_concurrency'
  | 'app_minute'
  | 'provider';

/** What the provider's own counters said with its last answer. */
export interface ProviderLimits {
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  /** Set when the provider refused a call for its rate. */
  readonly retryAfterSeconds: number | null;
  /** The same of the app's connections together: a refusal for their rate is not one of the connection's. */
  readonly app: Pick<ProviderLimits, 'minuteRemaining' | 'retryAfterSeconds'>;
  /** How long the call took: the counters are at most so old. */
  readonly durationMs: number;
}

/** A caller may wish to wait for budget instead of being refused; longer counts as this long. */
export const longestWaitSeconds = 20;

/** The budget of a provider app's connections; its daily limit can only lower the provider's. Null: the provider's. */
export function budgetOf(limits: BudgetLimits, dailyCallLimit: number | null): BudgetLimits {
  return dailyCallLimit === null ? limits : { ...limits, perDay: Math.min(limits.perDay, dailyCallLimit) };
}

/** How much of its budget a connection has used. */
export interface BudgetUse {
  readonly connectionId: ConnectionId;
  /** Calls of the last minute. */
  readonly minuteUsed: number;
  /** Calls of this UTC day. */
  readonly dayUsed: number;
  /** Until when the provider refuses everything; null when it does not. */
  readonly blockedUntil: Date | null;
}

/** What is stored of a spender's calls. */
export interface BudgetState {
  /** How many calls were granted in the second that ends at `atMs`. */
  readonly calls: readonly (readonly [atMs: number, calls: number])[];
  /** The UTC day, as a number of days since 1970, and its calls. */
  readonly day: number;
  readonly dayUsed: number;
  /** The provider refuses everything until then; it said so at `blockedFromMs`. */
  readonly blockedFromMs: number;
  readonly blockedUntilMs: number;
}

export interface Refusal {
  readonly reason: BudgetReason;
  readonly retryAfterSeconds: number;
}

/**
 * What counts as a minute. Provider: a fixed window of 60 s that begins with its first call, or, by older text, the
 * last 60 s. No 61 s of ours hold more than a minute's calls, so no 60 s of the provider's do, wherever they begin, though
 * calls differ by up to a second in their way to it.
 */
export const minuteMs = 61_000;
/** Calls are counted by the second, at its end. */
export const secondMs = 1_000;
export const dayMs = 86_400_000;
/** The provider's counters are not used when they are older than this. */
export const freshMs = 5_000;
/** How long a call is remembered: counters that are as old as they may be are compared with the minute before them. */
export const rememberedMs = minuteMs + freshMs;
/** Longer than the longest call to the provider (30 s): after it the calls of a lost process are no longer in flight. */
export const inFlightMs = 45_000;

export const secondOf = (atMs: number): number => Math.ceil(atMs / secondMs) * secondMs;
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);

/** A lane may call while all lanes together have used less than this. */
export function shareOf({ perMinute, perDay, inFlight }: BudgetLimits, lane: Lane): BudgetLimits {
  return {
    perMinute: Math.floor(perMinute * minuteShare[lane]),
    perDay: Math.floor(perDay * dayShare[lane]),
    // At least one, or a lane of a very small budget could never call.
    inFlight: Math.max(1, Math.floor(inFlight * minuteShare[lane])),
  };
}

/** What counts of a stored state now: what lies further ahead than a minute was written by a clock that was wrong. */
export function useOf(state: BudgetState | undefined, nowMs: number): Omit<BudgetUse, 'connectionId'> {
  if (!state) return { minuteUsed: 0, dayUsed: 0, blockedUntil: null };
  const { day, dayUsed, blockedFromMs, blockedUntilMs } = state;
  const isBlocked = blockedUntilMs > nowMs && blockedFromMs <= nowMs + aheadMsMax;
  return {
    minuteUsed: callsSince(state, nowMs - minuteMs + 1, nowMs),
    dayUsed: day === dayOf(nowMs) ? dayUsed : 0,
    blockedUntil: isBlocked ? new Date(blockedUntilMs) : null,
  };
}

function callsSince({ calls }: BudgetState, fromMs: number, nowMs: number): number {
  const counted = calls.filter(([atMs]) => atMs >= fromMs && atMs <= nowMs + secondMs + aheadMsMax);
  return counted.reduce((sum, [, made]) => sum + made, 0);
}

/** Why a lane with this share was not let in; the longest wait first. */
export function refusalOf(state: BudgetState | undefined, share: BudgetLimits, nowMs: number): Refusal {
  const { minuteUsed, dayUsed, blockedUntil } = useOf(state, nowMs);
  if (blockedUntil) return refusedUntil('provider', blockedUntil.getTime(), nowMs);
  if (dayUsed >= share.perDay) return refusedUntil('connection_day', (dayOf(nowMs) + 1) * dayMs, nowMs);
  if (minuteUsed < share.perMinute) return { reason: 'connection_concurrency', retryAfterSeconds: 1 };
  const newestFirst = state?.calls.map(([atMs]) => atMs).sort((a, b) => b - a);
  const lastToLeave = newestFirst?.find((atMs) => state && callsSince(state, atMs, nowMs) >= share.perMinute);
  return refusedUntil('connection_minute', (lastToLeave ?? nowMs) + minuteMs, nowMs);
}

function refusedUntil(reason: BudgetReason, untilMs: number, nowMs: number): Refusal {
  return { reason, retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)) };
}
