import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Cause, causes } from '#core/ports';
import { appBudgetClauses } from './clauses/app-budget-clauses.ts';
import {
  aMinute,
  type BudgetUnderTest,
  drain,
  hear,
  minute,
  one,
  other,
  silent,
  usualLimits,
} from './clauses/budget-under-test.ts';
import type { Clause, Contract } from './contract.ts';

export { type BudgetUnderTest, usualLimits } from './clauses/budget-under-test.ts';

const clauses: readonly Clause<BudgetUnderTest>[] = [
  {
    name: 'says of each connection what it has used, at least all that was granted, and never more than its limit',
    async check({ budget }) {
      for (let call = 0; call < 7; call++) await budget.acquire(one, 'requests', { ...usualLimits, inFlight: 60 });
      const [used, unused] = await budget.use([one.id, other.id]);
      equal(used?.connectionId, one.id);
      ok(used && used.minute.used >= 7 && used.minute.used <= 60 && used.day.used >= 7 && used.blockedUntil === null);
      equal(unused?.connectionId, other.id);
      equal(unused?.day.used, 0);
    },
  },
  {
    name: 'counts by cause what it grants in a UTC day, tells when minute and day begin anew, and expects the day at its pace',
    async check({ budget, advance }) {
      const [{ granted }, noon] = [
        await drain(budget, 'syncs', { ...usualLimits, perMinute: 5 }),
        Date.UTC(2026, 8, 14, 12),
      ];
      for (const cause of causes) await budget.acquire(one, cause, { ...usualLimits, inFlight: 60 });
      const [now, idle] = await budget.use([one.id, other.id]);
      const byCause = { ...Object.fromEntries(causes.map((cause) => [cause, 1])), syncs: granted + 1 };
      deepEqual([now?.byCause, now?.inFlight, now?.day.forecast], [byCause, causes.length, null]);
      const resetsAt = now?.minute.resetsAt.getTime() ?? 0;
      ok(resetsAt > noon && resetsAt <= noon + aMinute * 1000);
      deepEqual([idle?.inFlight, idle?.day.forecast, idle?.minute.resetsAt], [0, null, new Date(noon)]);
      advance(3600);
      const [later] = await budget.use([one.id]);
      // So many in the first hour, eleven hours to come.
      const used = granted + causes.length;
      deepEqual([later?.byCause, later?.inFlight, later?.day.forecast], [byCause, 0, used + used * 11]);
      deepEqual(later?.day.resetsAt, new Date('2026-09-15T00:00:00Z'));
      advance(11 * 3600);
      await budget.acquire(one, 'bulk', usualLimits);
      const [next] = await budget.use([one.id]);
      deepEqual([next?.byCause, next?.day.used, next?.day.forecast], [{ ...idle?.byCause, bulk: 1 }, 1, null]);
    },
  },
  {
    name: 'requests may use the whole minute, automations 80 %, syncs 60 %',
    async check({ budget, advance }) {
      const shares: readonly [Cause, number][] = [
        ['requests', 60],
        ['automations', 48],
        ['syncs', 36],
      ];
      for (const [cause, share] of shares) {
        const drained = await drain(budget, cause, usualLimits);
        equal(drained.granted, share, cause);
        equal(drained.reason, 'connection_minute');
        ok(drained.retryAfterSeconds >= 1 && drained.retryAfterSeconds <= aMinute);
        advance(aMinute);
      }
    },
  },
  {
    name: 'what one cause used counts for the others',
    async check({ budget }) {
      await drain(budget, 'syncs', usualLimits);
      equal((await drain(budget, 'automations', usualLimits)).granted, 12);
      equal((await drain(budget, 'requests', usualLimits)).granted, 12);
    },
  },
  {
    name: 'whoever waits as long as told is let in',
    async check({ budget, advance }) {
      const { retryAfterSeconds } = await drain(budget, 'requests', usualLimits);
      advance(retryAfterSeconds);
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'granted');
    },
  },
  {
    name: 'at most so many are in flight; a release frees one place, once',
    async check({ budget }) {
      const releases: (() => void)[] = [];
      for (let i = 0; i < usualLimits.inFlight; i++) {
        const decision = await budget.acquire(one, 'requests', usualLimits);
        ok(decision.kind === 'granted');
        releases.push(decision.release);
      }
      const full = await budget.acquire(one, 'requests', usualLimits);
      ok(full.kind === 'refused' && full.reason === 'connection_concurrency' && full.retryAfterSeconds > 0);
      releases[0]?.();
      releases[0]?.();
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'granted');
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'refused');
    },
  },
  {
    name: 'the last tenth of the UTC day is for requests',
    async check({ budget, advance }) {
      const limits = { ...usualLimits, perMinute: 10_000, perDay: 100 };
      const sync = await drain(budget, 'syncs', limits);
      equal(sync.granted, 90);
      equal(sync.reason, 'connection_day');
      ok(sync.retryAfterSeconds > 0 && sync.retryAfterSeconds <= 86_400);
      equal((await drain(budget, 'automations', limits)).granted, 0);
      equal((await drain(budget, 'requests', limits)).granted, 10);
      advance(sync.retryAfterSeconds);
      equal((await drain(budget, 'syncs', limits)).granted, 90);
    },
  },
  {
    name: 'the provider’s counters lower what is left, and never raise it',
    async check({ budget, advance }) {
      await hear(budget, one, { ...silent, minuteRemaining: 5 });
      await hear(budget, one, { ...silent, minuteRemaining: 59 });
      equal((await drain(budget, 'requests', { ...minute(60), inFlight: 100 })).granted, 4);
      await hear(budget, one, { ...silent, minuteRemaining: 60 });
      equal((await drain(budget, 'requests', { ...minute(60), inFlight: 100 })).granted, 0);
      advance(aMinute);
      await hear(budget, one, { ...silent, dayRemaining: 0 });
      equal((await drain(budget, 'requests', minute(60))).reason, 'connection_day');
    },
  },
  {
    name: 'counters that a slow call brings home late change nothing',
    async check({ budget, advance }) {
      await drain(budget, 'requests', minute(60));
      advance(2 * aMinute);
      await hear(budget, one, { ...silent, minuteRemaining: 0, durationMs: 2 * aMinute * 1000 });
      equal((await drain(budget, 'requests', minute(60))).granted, 59);
    },
  },
  {
    name: 'no minute sees more than its calls, wherever it begins',
    async check({ budget, advance }) {
      const granted: number[] = [];
      for (let second = 0; second < 300; second++) {
        // One call begins a minute, nearly all come at its end, and as many again when it is over.
        const asks = second === 0 ? 1 : second < 57 ? 0 : second < 65 ? 20 : 2;
        for (let ask = 0; ask < asks; ask++) {
          const decision = await budget.acquire(one, 'requests', usualLimits);
          if (decision.kind === 'granted') granted.push(second);
          if (decision.kind === 'granted') decision.release();
        }
        advance(1);
      }
      ok(granted.length >= 210, `${granted.length} calls in four minutes`);
      for (let from = 0; from < 300; from++) {
        const within = granted.filter((second) => second >= from && second <= from + 60);
        ok(within.length <= usualLimits.perMinute, `${within.length} calls in the minute from second ${from}`);
      }
    },
  },
  {
    name: 'provider requests have at most half of the minute, of the day and in flight, and a reason of their own',
    async check({ budget, advance }) {
      const half = await drain(budget, 'provider_requests', usualLimits);
      deepEqual([half.granted, half.reason], [30, 'provider_requests_share']);
      equal((await drain(budget, 'requests', usualLimits)).granted, 30);
      advance(aMinute);
      const few = { ...usualLimits, perMinute: 10_000, perDay: 100 };
      const used = await drain(budget, 'provider_requests', few);
      // The 60 calls of before count, too.
      deepEqual([used.granted, used.reason], [0, 'provider_requests_share']);
      ok(used.retryAfterSeconds > 0 && used.retryAfterSeconds <= 86_400);
      advance(86_400);
      for (const kind of ['granted', 'granted', 'refused'])
        equal((await budget.acquire(one, 'provider_requests', usualLimits)).kind, kind);
      const third = await budget.acquire(one, 'provider_requests', usualLimits);
      ok(third.kind === 'refused' && third.reason === 'provider_requests_share');
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'granted');
    },
  },
  {
    name: 'syncs leave a place in flight for a person’s call',
    async check({ budget }) {
      for (let i = 0; i < usualLimits.inFlight; i++) await budget.acquire(one, 'syncs', usualLimits);
      for (let i = 0; i < usualLimits.inFlight; i++) await budget.acquire(one, 'automations', usualLimits);
      const refused = await budget.acquire(one, 'automations', usualLimits);
      ok(refused.kind === 'refused' && refused.reason === 'connection_concurrency');
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'granted');
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'refused');
    },
  },
  {
    name: 'what is heard after a call has ended corrects the budget, too',
    async check({ budget }) {
      const call = await budget.acquire(one, 'requests', usualLimits);
      ok(call.kind === 'granted');
      call.release();
      call.release({ ...silent, minuteRemaining: 8 });
      equal((await drain(budget, 'requests', usualLimits)).granted, 8);
    },
  },
  {
    name: 'after the provider refused, nothing is let in until its time is over',
    async check({ budget, advance }) {
      const answers = [26, 2].map((retryAfterSeconds) => ({ ...silent, retryAfterSeconds }));
      const calls = await Promise.all(answers.map(() => budget.acquire(one, 'requests', usualLimits)));
      for (const [i, call] of calls.entries()) if (call.kind === 'granted') call.release(answers[i]);
      const refused = await drain(budget, 'requests', usualLimits);
      equal(refused.granted, 0);
      equal(refused.reason, 'provider');
      equal(refused.retryAfterSeconds, 26);
      advance(25);
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'refused');
      advance(1);
      equal((await budget.acquire(one, 'requests', usualLimits)).kind, 'granted');
    },
  },
  {
    name: 'connections do not share a budget',
    async check({ budget }) {
      await drain(budget, 'requests', usualLimits);
      await hear(budget, one, { ...silent, retryAfterSeconds: 60 });
      equal((await drain(budget, 'requests', usualLimits, other)).granted, 60);
    },
  },
  ...appBudgetClauses,
  {
    name: 'a hundred who ask at once get no more than there is',
    async check({ budget }) {
      const limits = { ...usualLimits, perMinute: 20, inFlight: 7 };
      const asked = Array.from({ length: 100 }, () => budget.acquire(one, 'requests', limits));
      const granted = (await Promise.all(asked)).filter(({ kind }) => kind === 'granted');
      equal(granted.length, 7);
    },
  },
];

export const requestBudgetContract: Contract<BudgetUnderTest> = { port: 'RequestBudget', clauses };
