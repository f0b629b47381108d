// What the clauses of the provider budget work with.
import type {
  BudgetReason,
  Cause,
  ConnectionId,
  LedgerLimits,
  ProviderAppId,
  ProviderLimits,
  RequestBudget,
  SpendingConnection,
} from '#core/ports';

export interface BudgetUnderTest {
  readonly budget: RequestBudget;
  /** Moves the budget's clock on, never back. It begins at 12:00 UTC. */
  advance(seconds: number): void;
}

export const one: SpendingConnection = { id: 'conn_one' as ConnectionId, provider: 'ledger', providerAppId: null };
export const other: SpendingConnection = { id: 'conn_other' as ConnectionId, provider: 'ledger', providerAppId: null };
export const ownApp = 'app_own' as ProviderAppId;
export const silent: ProviderLimits = {
  ...{ minuteRemaining: null, dayRemaining: null, retryAfterSeconds: null, durationMs: 0 },
  app: { minuteRemaining: null, retryAfterSeconds: null },
};
/** A minute, and the second by which calls may differ in their way to the provider. */
export const aMinute = 61;
/** The provider's limits, as they are when nobody lowers them; an app's is low enough to be used up in a test. */
export const usualLimits: LedgerLimits = { perMinute: 60, inFlight: 5, perDay: 5000, appPerMinute: 500 };
export const minute = (perMinute: number): LedgerLimits => ({ ...usualLimits, perMinute });

export interface Drained {
  readonly granted: number;
  readonly reason: BudgetReason;
  readonly retryAfterSeconds: number;
}

/** Makes a call, to which the provider answers so. */
export async function hear(budget: RequestBudget, connection: SpendingConnection, said: ProviderLimits): Promise<void> {
  const decision = await budget.acquire(connection, 'requests', {
    ...usualLimits,
    perMinute: 10_000,
    perDay: 100_000,
    counted: usualLimits,
  });
  if (decision.kind !== 'granted') throw new Error(`refused: ${decision.reason}`);
  decision.release(said);
}

/** Calls one after the other until refused. */
export async function drain(
  budget: RequestBudget,
  cause: Cause,
  limits: LedgerLimits,
  connection = one,
): Promise<Drained> {
  const most = 20_000;
  for (let granted = 0; granted < most; granted++) {
    const decision = await budget.acquire(connection, cause, limits);
    if (decision.kind === 'refused') return { granted, ...decision };
    decision.release();
  }
  throw new Error(`never refused in ${most} calls`);
}
