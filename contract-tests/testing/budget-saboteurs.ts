// Budgets that break one promise each.
import { type ProviderLimits, type RequestBudget, shareOf } from '#core/ports';
import type { BudgetUnderTest } from '../request-budget.contract.ts';
import type { Spoiler } from './spoiler.ts';

function budgeting(name: string, spoil: (good: RequestBudget) => Partial<RequestBudget>): Spoiler<BudgetUnderTest> {
  return { name, spoil: (good) => ({ ...good, budget: { ...good.budget, ...spoil(good.budget) } }) };
}

function byFixedMinutes({ budget, advance }: BudgetUnderTest): BudgetUnderTest {
  let second = 0;
  const minutes = new Map<string, { from: number; used: number }>();
  return {
    advance(seconds) {
      second += seconds;
      advance(seconds);
    },
    budget: {
      ...budget,
      async acquire(connection, cause, limits) {
        const known = minutes.get(connection.id);
        const minute = known && second - known.from < 61 ? known : { from: second, used: 0 };
        minutes.set(connection.id, minute);
        if (minute.used >= shareOf(limits, cause).perMinute) {
          return { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: minute.from + 61 - second };
        }
        const decision = await budget.acquire(connection, cause, { ...limits, perMinute: 100 * limits.perMinute });
        if (decision.kind === 'granted') minute.used += 1;
        return decision;
      },
    },
  };
}

/** Calls of which something else is heard than the provider said. */
function hearing(
  good: RequestBudget,
  heard: (said: ProviderLimits) => ProviderLimits | undefined,
): RequestBudget['acquire'] {
  return async (connection, cause, limits) => {
    const decision = await good.acquire(connection, cause, limits);
    if (decision.kind === 'refused') return decision;
    return { kind: 'granted', release: (said) => decision.release(said && heard(said)) };
  };
}

export const budgetSaboteurs: readonly Spoiler<BudgetUnderTest>[] = [
  budgeting('gives every cause the whole budget', (good) => ({
    acquire: (id, _cause, limits) => good.acquire(id, 'requests', limits),
  })),
  budgeting('counts reconciliation as syncs', (good) => ({
    acquire: (id, cause, limits) => good.acquire(id, cause === 'reconciliation' ? 'syncs' : cause, limits),
  })),
  budgeting('counts all connections together', (good) => ({
    acquire: (connection, cause, limits) => good.acquire({ ...connection, id: 'conn_all' as never }, cause, limits),
  })),
  budgeting('counts all apps together', (good) => ({
    acquire: (connection, cause, limits) => good.acquire({ ...connection, providerAppId: null }, cause, limits),
  })),
  budgeting('knows no app', (good) => ({
    acquire: (connection, cause, limits) =>
      good.acquire({ ...connection, providerAppId: connection.id as never }, cause, limits),
  })),
  budgeting('does not hear what the provider says of the app', (good) => ({
    acquire: hearing(good, (said) => ({ ...said, app: { minuteRemaining: null, retryAfterSeconds: null } })),
  })),
  budgeting('does not hear the provider', (good) => ({ acquire: hearing(good, () => undefined) })),
  budgeting('frees a place with every release', (good) => ({
    acquire: async (id, cause, limits) => {
      const decision = await good.acquire(id, cause, { ...limits, inFlight: Number.MAX_SAFE_INTEGER });
      return decision;
    },
  })),
  budgeting('listens to counters of long ago', (good) => ({
    acquire: hearing(good, (said) => ({ ...said, durationMs: 0 })),
  })),
  { name: 'begins a full minute when the last is over, however late its calls were', spoil: byFixedMinutes },
  budgeting('lets sync have every place', (good) => ({
    acquire: (id, cause, limits) =>
      good.acquire(id, cause, cause === 'requests' ? limits : { ...limits, inFlight: 2 * limits.inFlight }),
  })),
  budgeting('refuses without a wait', (good) => ({
    acquire: async (id, cause, limits) => {
      const decision = await good.acquire(id, cause, limits);
      return decision.kind === 'refused' ? { ...decision, retryAfterSeconds: 0 } : decision;
    },
  })),
];
