import { aheadMsMax } from './ahead.ts';
import type { ConnectionId } from './ids.ts';
import type { AppKey } from './provider-app.ts';
import { valuesBy } from './values-by.ts';

export type Spender = ConnectionId | AppKey;

/** What provider calls are made for, the most urgent first: API requests, files of records, then
 * background work by type of operation; last, requests of a caller's own to the provider. */
export const causes = [
  'requests',
  'attachments',
  'automations',
  'bulk',
  'notifications',
  'syncs',
  'reconciliation',
  'provider_requests',
] as const;
export type Cause = (typeof causes)[number];

export interface BudgetLimits {
  readonly perMinute: number;
  readonly inFlight: number;
  /** Per UTC day. */
  readonly perDay: number;
}

export interface LedgerLimits extends BudgetLimits {
  /** For all tenants of an app together; null if they share none. */
  readonly appPerMinute: number | null;
}

/**
 * A cause may call while its connection has used less than this share of the minute, and of its calls in flight, counting
 * all causes.
 */
export const minuteShare: Readonly<Record<Cause, number>> = {
  requests: 1,
  attachments: 0.8,
  automations: 0.8,
  bulk: 0.6,
  notifications: 0.6,
  syncs: 0.6,
  reconciliation: 0.6,
  provider_requests: 0.5,
};
/** The last tenth of a day's calls is kept for requests. */
export const backgroundDayShare = 0.9;
/** As `minuteShare`, of a UTC day. */
const dayShare = (cause: Cause): number =>
  cause === 'requests' ? 1 : cause === 'provider_requests' ? minuteShare[cause] : backgroundDayShare;

/** From more than this share of a day's calls on, people are told that the budget is low. */
export const budgetLowShare = 0.8;

export type BudgetReason =
  | 'connection_minute'
  | 'connection_day'
  | 'connection_concurrency'
  | 'app_minute'
  | 'provider_requests_share'
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

export interface CallLimits extends LedgerLimits {
  /** The provider's own limits, with which its counters are compared, where an app allows itself less. */
  readonly counted?: BudgetLimits;
}

/** An app's daily limit can only lower the provider's; null keeps the provider's. */
export function budgetOf(limits: LedgerLimits, dailyCallLimit: number | null): CallLimits {
  if (dailyCallLimit === null || dailyCallLimit >= limits.perDay) return limits;
  return { ...limits, perDay: dailyCallLimit, counted: limits };
}

export interface BudgetUse {
  readonly connectionId: ConnectionId;
  readonly minute: {
    readonly used: number;
    /** When the calls now counted in the minute will all have left it. */
    readonly resetsAt: Date;
  };
  /** Of a UTC day; `used` also counts the calls of others through the same app. */
  readonly day: {
    readonly used: number;
    readonly resetsAt: Date;
    /** The calls of the whole day at the pace so far; null if it is too early to tell. */
    readonly forecast: number | null;
  };
  readonly inFlight: number;
  /** The day's calls of this service. */
  readonly byCause: Readonly<Record<Cause, number>>;
  readonly blockedUntil: Date | null;
}

export interface BudgetState {
  /** Calls granted in the second that ends at `atMs`. */
  readonly calls: readonly (readonly [atMs: number, calls: number])[];
  /** Calls in flight, by the time when they expire. */
  readonly inFlight: readonly (readonly [expiresMs: number, calls: number])[];
  readonly day: number;
  readonly dayUsed: number;
  /** When the day's first call was granted; 0 before. */
  readonly dayFromMs: number;
  readonly byCause: Readonly<Record<Cause, number>>;
  /** At `blockedFromMs` the provider refused all calls until `blockedUntilMs`. */
  readonly blockedFromMs: number;
  readonly blockedUntilMs: number;
}

export interface Refusal {
  readonly reason: BudgetReason;
  readonly retryAfterSeconds: number;
}

/**
 * A provider's minute may be the 60 s after its first call, or always the last 60 s. Counting over 61 s covers both, although
 * a call may take a second to arrive.
 */
export const minuteMs = 61_000;
/** Calls are counted per second, and each second is named by its end. */
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
const endOfDay = (atMs: number): number => (dayOf(atMs) + 1) * dayMs;

export function shareOf({ perMinute, perDay, inFlight }: BudgetLimits, cause: Cause): BudgetLimits {
  return {
    perMinute: Math.floor(perMinute * minuteShare[cause]),
    perDay: Math.floor(perDay * dayShare(cause)),
    // At least one, or background work of a very small budget could never call.
    inFlight: Math.max(1, Math.floor(inFlight * minuteShare[cause])),
  };
}

/** The pace of a shorter time tells little about a day. */
const pacedMs = 3_600_000;
const unused: BudgetState = {
  calls: [],
  inFlight: [],
  day: 0,
  dayUsed: 0,
  dayFromMs: 0,
  byCause: valuesBy(causes, () => 0),
  blockedFromMs: 0,
  blockedUntilMs: 0,
};

/** Ignores times more than a minute ahead: a wrong clock wrote them. */
export function useOf(state: BudgetState = unused, nowMs: number): Omit<BudgetUse, 'connectionId'> {
  const { inFlight, blockedFromMs, blockedUntilMs } = state;
  const today = state.day === dayOf(nowMs) ? state : unused;
  const ofMinute = callsFrom(state, nowMs - minuteMs + 1, nowMs);
  const isBlocked = blockedUntilMs > nowMs && blockedFromMs <= nowMs + aheadMsMax;
  return {
    minute: {
      used: sumOf(ofMinute),
      resetsAt: new Date(Math.max(nowMs, ...ofMinute.map(([atMs]) => atMs + minuteMs))),
    },
    day: { used: today.dayUsed, resetsAt: new Date(endOfDay(nowMs)), forecast: forecastOf(today, nowMs) },
    inFlight: sumOf(inFlight.filter(([atMs]) => atMs > nowMs && atMs <= nowMs + inFlightMs + aheadMsMax)),
    byCause: today.byCause,
    blockedUntil: isBlocked ? new Date(blockedUntilMs) : null,
  };
}

type Count = readonly [atMs: number, calls: number];

function callsFrom({ calls }: BudgetState, fromMs: number, nowMs: number): readonly Count[] {
  return calls.filter(([atMs]) => atMs >= fromMs && atMs <= nowMs + secondMs + aheadMsMax);
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, [, calls]) => sum + calls, 0);
}

/**
 * The day's calls, with those until midnight at the service's own pace since its first call. Null until an hour after that
 * call, because neither a burst nor a morning without calls tells how the day will be.
 */
function forecastOf({ dayUsed, dayFromMs, byCause }: BudgetState, nowMs: number): number | null {
  const pastMs = nowMs - dayFromMs;
  if (dayFromMs === 0 || pastMs < pacedMs) return null;
  const made = Object.values(byCause).reduce((sum, calls) => sum + calls, 0);
  return Math.round(dayUsed + (made / pastMs) * (endOfDay(nowMs) - nowMs));
}

/** Returns the reason with the longest wait; of a cause with a reason of its own, that one. */
export function refusalOf(state: BudgetState = unused, limits: BudgetLimits, cause: Cause, nowMs: number): Refusal {
  const refusal = refusalByShare(state, shareOf(limits, cause), nowMs);
  const isOfShare = cause === 'provider_requests' && refusal.reason !== 'provider';
  return isOfShare ? { ...refusal, reason: 'provider_requests_share' } : refusal;
}

function refusalByShare(state: BudgetState, share: BudgetLimits, nowMs: number): Refusal {
  const { minute, day, blockedUntil } = useOf(state, nowMs);
  if (blockedUntil) return refusedUntil('provider', blockedUntil.getTime(), nowMs);
  if (day.used >= share.perDay) return refusedUntil('connection_day', endOfDay(nowMs), nowMs);
  if (minute.used < share.perMinute) return { reason: 'connection_concurrency', retryAfterSeconds: 1 };
  const newestFirst = state.calls.map(([atMs]) => atMs).sort((a, b) => b - a);
  const lastToLeave = newestFirst.find((atMs) => sumOf(callsFrom(state, atMs, nowMs)) >= share.perMinute);
  return refusedUntil('connection_minute', (lastToLeave ?? nowMs) + minuteMs, nowMs);
}

function refusedUntil(reason: BudgetReason, untilMs: number, nowMs: number): Refusal {
  return { reason, retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)) };
}
