import { aheadMsMax } from './ahead.ts';
import type { ConnectionId } from './ids.ts';
import type { AppKey } from './provider-app.ts';

export type Spender = ConnectionId | AppKey;

/** Budget lanes, the most urgent first: they share a connection's provider budget. */
export const lanes = ['interactive', 'automation', 'sync'] as const;
export type Lane = (typeof lanes)[number];

export interface BudgetLimits {
  readonly perMinute: number;
  readonly inFlight: number;
  /** Per UTC day. */
  readonly perDay: number;
}

export interface LedgerLimits extends BudgetLimits {
  readonly appPerMinute: number;
}

/**
 * A budget lane may call while its connection has used less than this share of the minute, and while the lane and the
 * less urgent ones have less than this share of the calls in flight.
 */
export const minuteShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.8, sync: 0.6 };
/** The last tenth of a day's calls is kept for interactive calls. */
export const dayShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.9, sync: 0.9 };

export type BudgetReason =
  | 'connection_minute'
  | 'connection_day'
  | 'connection_concurrency'
  | 'app_minute'
  | 'provider';

export interface ProviderLimits {
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  /** Set when the provider refused the call because of its rate limit. */
  readonly retryAfterSeconds: number | null;
  /** The app's own counters. A refusal because of the app's rate does not block the connection. */
  readonly app: Pick<ProviderLimits, 'minuteRemaining' | 'retryAfterSeconds'>;
  /** Duration of the call; the counters are at most this old. */
  readonly durationMs: number;
}

export const longestWaitSeconds = 20;

/** An app's daily limit can only lower the provider's; null keeps the provider's. */
export function budgetOf(limits: BudgetLimits, dailyCallLimit: number | null): BudgetLimits {
  return dailyCallLimit === null ? limits : { ...limits, perDay: Math.min(limits.perDay, dailyCallLimit) };
}

export interface BudgetUse {
  readonly connectionId: ConnectionId;
  readonly minuteUsed: number;
  readonly dayUsed: number;
  readonly blockedUntil: Date | null;
}

export interface BudgetState {
  /** Calls granted in the second that ends at `atMs`. */
  readonly calls: readonly (readonly [atMs: number, calls: number])[];
  readonly day: number;
  readonly dayUsed: number;
  /** At `blockedFromMs` the provider refused all calls until `blockedUntilMs`. */
  readonly blockedFromMs: number;
  readonly blockedUntilMs: number;
}

export interface Refusal {
  readonly reason: BudgetReason;
  readonly retryAfterSeconds: number;
}

/**
 * Provider: a minute is the 60 s after its first call or, in older documentation, the last 60 s. Counting over 61 s
 * covers both, although a call may take a second to arrive.
 */
export const minuteMs = 61_000;
/** Calls are counted per second, under the second's end. */
export const secondMs = 1_000;
export const dayMs = 86_400_000;
/** The provider's counters are ignored when older than this. */
export const freshMs = 5_000;
/** Counters `freshMs` old are compared with the whole minute before them. */
export const rememberedMs = minuteMs + freshMs;
/** Exceeds the longest provider call (30 s); after it, calls of a lost process no longer count as in flight. */
export const inFlightMs = 45_000;

export const secondOf = (atMs: number): number => Math.ceil(atMs / secondMs) * secondMs;
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);

export function shareOf({ perMinute, perDay, inFlight }: BudgetLimits, lane: Lane): BudgetLimits {
  return {
    perMinute: Math.floor(perMinute * minuteShare[lane]),
    perDay: Math.floor(perDay * dayShare[lane]),
    // At least one, or the lane of a very small budget could never call.
    inFlight: Math.max(1, Math.floor(inFlight * minuteShare[lane])),
  };
}

/** Ignores times more than a minute ahead: a wrong clock wrote them. */
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

/** Returns the reason with the longest wait. */
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
