import type { ConnectionId } from './ids.ts';

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

/** The share of a minute that may be used up when a lane calls. */
export const minuteShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.8, sync: 0.6 };
/** The last tenth of the day is interactive's. */
export const dayShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.9, sync: 0.9 };
/** The share of the calls in flight that a lane and those below it may make, so that a person's call finds capacity. */
export const inFlightShare: Readonly<Record<Lane, number>> = minuteShare;

export const budgetReasons = ['connection_minute', 'connection_day', 'connection_concurrency', 'provider'] as const;
export type BudgetReason = (typeof budgetReasons)[number];

/** What the provider's own counters said with its last answer. */
export interface ProviderLimits {
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  /** Set when the provider refused a call for its rate. */
  readonly retryAfterSeconds: number | null;
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
