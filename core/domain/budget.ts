/** Who gets how much of a connection's provider budget (60 calls a minute, 5 in flight, 5,000 a UTC day). */
export const lanes = ['interactive', 'automation', 'sync'] as const;
export type Lane = (typeof lanes)[number];

export interface BudgetLimits {
  readonly perMinute: number;
  readonly inFlight: number;
  readonly perDay: number;
}

export const defaultBudget: BudgetLimits = { perMinute: 60, inFlight: 5, perDay: 5000 };

/** The share of a minute that a lane may use. */
export const minuteShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.8, sync: 0.6 };
/** The last tenth of the day is interactive's. */
export const dayShare: Readonly<Record<Lane, number>> = { interactive: 1, automation: 0.9, sync: 0.9 };

export const budgetReasons = ['connection_minute', 'connection_day', 'connection_concurrency', 'provider'] as const;
export type BudgetReason = (typeof budgetReasons)[number];
