// The budget that all connections of an app share.
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Cause, ConnectionId, ProviderAppId } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  aMinute,
  type BudgetUnderTest,
  drain,
  hear,
  one,
  other,
  ownApp,
  silent,
  usualLimits,
} from './budget-under-test.ts';

export const appBudgetClauses: readonly Clause<BudgetUnderTest>[] = [
  {
    name: 'the connections of an app share its minute, in causes; another app, or provider, has its own',
    async check({ budget, advance }) {
      const drainAll = async (cause: Cause, app: ProviderAppId | null): Promise<[number, string]> => {
        for (let granted = 0, connection = 0; ; connection++) {
          const by = { id: `conn_${app}_${connection}` as ConnectionId, provider: 'ledger', providerAppId: app };
          const drained = await drain(budget, cause, usualLimits, by);
          granted += drained.granted;
          if (drained.reason === 'app_minute' || connection > 20) return [granted, drained.reason];
        }
      };
      deepEqual(await drainAll('syncs', null), [300, 'app_minute']);
      deepEqual(await drainAll('automations', null), [100, 'app_minute']);
      const person = { ...other, id: 'conn_person' as ConnectionId };
      equal((await budget.acquire(person, 'requests', usualLimits)).kind, 'granted');
      deepEqual(await drainAll('requests', null), [99, 'app_minute']);
      const refused = await drain(budget, 'requests', usualLimits, person);
      ok(refused.granted === 0 && refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= aMinute);
      deepEqual(await drainAll('syncs', ownApp), [300, 'app_minute']);
      const elsewhere = { ...person, provider: 'another' };
      equal((await budget.acquire(elsewhere, 'requests', usualLimits)).kind, 'granted');
      advance(refused.retryAfterSeconds);
      equal((await budget.acquire(person, 'requests', usualLimits)).kind, 'granted');
    },
  },
  {
    name: 'after the provider refused an app’s calls, none of its connections is let in until its time is over',
    async check({ budget, advance }) {
      const own = { ...other, providerAppId: ownApp };
      for (const connection of [other, own]) await budget.acquire(connection, 'requests', usualLimits);
      await hear(budget, one, { ...silent, app: { minuteRemaining: 0, retryAfterSeconds: 26 } });
      for (const connection of [one, other]) {
        const refused = await drain(budget, 'requests', usualLimits, connection);
        deepEqual(refused, { granted: 0, kind: 'refused', reason: 'app_minute', retryAfterSeconds: 26 });
      }
      equal((await budget.acquire(own, 'syncs', usualLimits)).kind, 'granted');
      advance(25);
      equal((await budget.acquire(other, 'requests', usualLimits)).kind, 'refused');
    },
  },
  {
    name: 'a provider that does not limit apps is not held back by the row of another’s app',
    async check({ budget }) {
      await hear(budget, one, { ...silent, app: { minuteRemaining: 0, retryAfterSeconds: 26 } });
      const alone = { ...usualLimits, appPerMinute: null };
      equal((await drain(budget, 'requests', alone, other)).granted, 60);
    },
  },
  {
    name: 'the provider’s counter of an app lowers what is left to all its connections, and never raises it',
    async check({ budget, advance }) {
      await drain(budget, 'requests', usualLimits);
      const said = (minuteRemaining: number) => ({ ...silent, app: { minuteRemaining, retryAfterSeconds: null } });
      const late = await budget.acquire(other, 'requests', usualLimits);
      await hear(budget, one, said(31));
      await hear(budget, one, { ...said(400), durationMs: 6_000 });
      const { granted, reason } = await drain(budget, 'requests', usualLimits, other);
      deepEqual([granted, reason], [30, 'app_minute']);
      ok(late.kind === 'granted');
      late.release(said(499));
      equal((await drain(budget, 'requests', usualLimits, other)).granted, 0);
      advance(aMinute);
      equal((await drain(budget, 'requests', usualLimits, other)).granted, 60);
    },
  },
];
