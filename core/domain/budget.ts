// What a connection may call: its limits, what is stored of its budget, and what a call, its end and the provider's
// counters make of it.
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

export type BudgetState = {
  /** The UTC day, as a number of days since 1970, and its calls. */
  readonly day: number;
  readonly dayUsed: number;
  /** Until when the provider refuses everything. */
  readonly blockedUntilMs: number;
  /** When the calls of the last minute were granted, and how many at each time; oldest first. */
  readonly calls: readonly (readonly [atMs: number, calls: number])[];
  readonly inFlight: readonly CallInFlight[];
};

/** Two entries with the same lane and expiry are interchangeable. */
export type CallInFlight = {
  readonly lane: Lane;
  /** From then on the call no longer counts as in flight, whether or not its process has said that it ended. */
  readonly expiresAtMs: number;
};

export interface Refusal {
  readonly reason: BudgetReason;
  readonly retryAfterSeconds: number;
}

/** By how much calls may differ in their way to the provider, and the clocks of processes from each other. */
const travelMs = 1_000;
/**
 * What counts as a minute. Provider: a fixed window of 60 s that begins with its first call, or, by older text, the
 * last 60 s. No 61 s of ours hold more than a minute's calls, so no 60 s of the provider's do, wherever they begin.
 */
const windowMs = 60_000 + travelMs;
/** The provider's counters are not used when they are older than this. */
const freshMs = 5_000;
/** Longer than the longest call to the provider (30 s): after it the calls of a lost process are no longer in flight. */
const inFlightMs = 45_000;
const dayMs = 86_400_000;

/** A stored state without what no longer counts; without one, the state of a connection that was never called. */
export function budgetAt(stored: Partial<BudgetState> | undefined, nowMs: number): BudgetState {
  const today = Math.floor(nowMs / dayMs);
  const state = { day: today, dayUsed: 0, blockedUntilMs: 0, calls: [], inFlight: [], ...stored };
  return {
    day: Math.max(today, state.day),
    dayUsed: today <= state.day ? state.dayUsed : 0,
    blockedUntilMs: state.blockedUntilMs,
    calls: state.calls.filter(([atMs]) => atMs > nowMs - windowMs - freshMs),
    inFlight: state.inFlight.filter(({ expiresAtMs }) => expiresAtMs > nowMs),
  };
}

/** Calls that count in the window that ended at `nowMs`. */
export function minuteUsed(state: BudgetState, nowMs: number): number {
  return callsSince(state, nowMs - windowMs + 1);
}

function callsSince({ calls }: BudgetState, fromMs: number): number {
  return calls.reduce((sum, [atMs, made]) => (atMs >= fromMs ? sum + made : sum), 0);
}

/** Why a lane may not call now, the longest wait first; null when it may. */
export function refusalOf(state: BudgetState, lane: Lane, limits: BudgetLimits, nowMs: number): Refusal | null {
  if (state.blockedUntilMs > nowMs) return refusedUntil('provider', state.blockedUntilMs, nowMs);
  if (state.dayUsed >= Math.floor(limits.perDay * dayShare[lane])) {
    return refusedUntil('connection_day', (state.day + 1) * dayMs, nowMs);
  }
  const most = Math.floor(limits.perMinute * minuteShare[lane]);
  if (minuteUsed(state, nowMs) >= most) {
    const lastToLeave = state.calls.findLast(([atMs]) => callsSince(state, atMs) >= most)?.[0] ?? nowMs;
    return refusedUntil('connection_minute', lastToLeave + windowMs, nowMs);
  }
  return hasCapacity(state, lane, limits) ? null : { reason: 'connection_concurrency', retryAfterSeconds: 1 };
}

/** A lane finds capacity while it and the lanes below it are under its share, and so is every lane above it. */
function hasCapacity({ inFlight }: BudgetState, lane: Lane, limits: BudgetLimits): boolean {
  return lanes.slice(0, lanes.indexOf(lane) + 1).every((upper) => {
    const sharing = inFlight.filter((call) => lanes.indexOf(call.lane) >= lanes.indexOf(upper));
    // At least one, or a lane of a very small budget could never call.
    return sharing.length < Math.max(1, Math.floor(limits.inFlight * minuteShare[upper]));
  });
}

function refusedUntil(reason: BudgetReason, untilMs: number, nowMs: number): Refusal {
  return { reason, retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)) };
}

/** Begins a call. */
export function withCall(state: BudgetState, lane: Lane, nowMs: number): { state: BudgetState; call: CallInFlight } {
  const call = { lane, expiresAtMs: nowMs + inFlightMs };
  const inFlight = [...state.inFlight, call];
  return { call, state: { ...withCalls(state, 1, nowMs), dayUsed: state.dayUsed + 1, inFlight } };
}

/** Undefined when the call is no longer in flight. */
export function withoutCall(state: BudgetState, { lane, expiresAtMs }: CallInFlight): BudgetState | undefined {
  const at = state.inFlight.findIndex((call) => call.lane === lane && call.expiresAtMs === expiresAtMs);
  return at < 0 ? undefined : { ...state, inFlight: state.inFlight.toSpliced(at, 1) };
}

/**
 * The state with the calls that the provider counted and we did not, made by others who use the same app. The counters
 * only ever lower what is left. Undefined when they change nothing.
 */
export function corrected(
  state: BudgetState,
  { minuteRemaining, dayRemaining, retryAfterSeconds, durationMs }: Omit<ProviderLimits, 'app'>,
  { perMinute, perDay }: BudgetLimits,
  nowMs: number,
): BudgetState | undefined {
  const blockedUntilMs = retryAfterSeconds === null ? 0 : nowMs + Math.min(retryAfterSeconds * 1000, dayMs);
  const ofMinute = durationMs > freshMs ? null : minuteRemaining;
  const inMinute = uncounted(perMinute, ofMinute, minuteUsed(state, nowMs - durationMs));
  // What was counted before midnight says nothing of the new day.
  const countedOn = Math.floor((nowMs - durationMs - travelMs) / dayMs);
  const inDay = uncounted(perDay, countedOn === state.day ? dayRemaining : null, state.dayUsed);
  if (blockedUntilMs <= state.blockedUntilMs && inMinute === 0 && inDay === 0) return undefined;
  return {
    ...withCalls(state, inMinute, nowMs),
    dayUsed: state.dayUsed + inDay,
    blockedUntilMs: Math.max(state.blockedUntilMs, blockedUntilMs),
  };
}

function uncounted(limit: number, remaining: number | null, used: number): number {
  return remaining === null ? 0 : Math.max(0, limit - remaining - used);
}

/** With so many calls at a time. Sorted, because the clocks of processes differ. */
export function withCalls(state: BudgetState, more: number, nowMs: number): BudgetState {
  if (more === 0) return state;
  const already = state.calls.find(([atMs]) => atMs === nowMs)?.[1] ?? 0;
  const others = state.calls.filter(([atMs]) => atMs !== nowMs);
  return { ...state, calls: [...others, [nowMs, already + more] as const].sort(([a], [b]) => a - b) };
}
