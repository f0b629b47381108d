// One budget, several processes and random schedules, on SQLite and PostgreSQL.

import { expect } from 'chai';
import fc from 'fast-check';
import { requestBudgetContract, samples, usualLimits, verify } from '#contract-tests';
import {
  type Cause,
  type ConnectionId,
  dayOf,
  type LedgerLimits,
  type PageRequest,
  type ProviderAppId,
  type SpendingConnection,
} from '#core/ports';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { runsOf } from '../../tools/run-length.ts';
import { expectWithinBudget, type Fleet, nothingSaid, openFleet, refusedByProvider } from './testing/budget-fleet.ts';

const cause = fc.constantFrom<Cause>('requests', 'requests', 'automations', 'syncs', 'syncs');
const process = fc.nat({ max: 3 });
const kind = <K extends string>(name: K) => fc.constant(name);
const ms = fc.integer({ min: 1, max: 3_000 });
const calls = fc.integer({ min: 1, max: 8 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: kind('ask'), process, cause, calls }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('ask all'), cause, calls }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('one by one'), process, cause, calls: fc.integer({ max: 30, min: 5 }) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: kind('finish'), process, calls }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('pass'), ms }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('pass'), ms: fc.integer({ min: 3_000, max: 70_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('crash'), process }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const limits = { perMinute: 20, inFlight: 5, perDay: 90, appPerMinute: 10_000 };

const apps = [null, 'app_own' as ProviderAppId] as const;
const connectionOf = (app: ProviderAppId | null, number: number): SpendingConnection => {
  return { id: `conn_${app}_${number}` as ConnectionId, provider: 'ledger', providerAppId: app };
};
const anyConnection = fc.tuple(fc.constantFrom(...apps), fc.nat({ max: 3 })).map(([app, n]) => connectionOf(app, n));
/** Three processes ask, each for the connections it has drawn. */
const appStep = fc.record({
  connections: fc.array(anyConnection, { minLength: 1, maxLength: 3 }),
  cause,
  calls: fc.integer({ min: 1, max: 5 }),
  ms: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 30_000 })),
});

async function play(fleet: Fleet, schedule: readonly Step[]): Promise<void> {
  for (const event of schedule) {
    if (event.kind === 'ask') await fleet.ask(event.process, event.cause, event.calls);
    else if (event.kind === 'ask all') {
      await Promise.all([0, 1, 2, 3].map((index) => fleet.ask(index, event.cause, event.calls)));
    } else if (event.kind === 'one by one') {
      for (let call = 0; call < event.calls; call++) {
        await fleet.ask(event.process, event.cause);
        fleet.finish(event.process);
      }
    } else if (event.kind === 'finish') fleet.finish(event.process, event.calls);
    else if (event.kind === 'pass') fleet.advance(event.ms);
    else fleet.crash(event.process);
    expect(fleet.inFlight(), 'in flight').to.be.at.most(5);
    expect(fleet.inFlight('syncs'), 'sync in flight').to.be.at.most(3);
    expect(fleet.inFlight('syncs', 'automations'), 'background in flight').to.be.at.most(4);
  }
  expectWithinBudget(fleet.granted, limits);
}

/** `open` empties a database and returns a function that makes a process's budget over it. */
onBothDatabases('the budget of several processes', (given, name) => {
  const numRuns = runsOf({ long: name === 'SQLite' ? 100 : 15, short: name === 'SQLite' ? 12 : 4 });
  const minutes = runsOf({ long: 5, short: 2 });
  const open = async () => {
    await given().database.knex('request_budgets').delete();
    return given().database.requestBudget;
  };

  let earlier: Fleet | undefined;
  const freshFleet = async (size: number, ...rest: [LedgerLimits?, string?]): Promise<Fleet> => {
    // The earlier fleet may still store ends of calls, which would change this fleet's rows.
    await earlier?.settle();
    earlier = openFleet(await open(), size, ...rest);
    return earlier;
  };

  verify(
    requestBudgetContract,
    {
      async open() {
        let nowMs = Date.parse('2026-09-14T12:00:00Z');
        const clock = { now: () => new Date(nowMs) };
        const budget = (await open())({ clock });
        const advance = (seconds: number) => {
          nowMs += seconds * 1000;
        };
        return { subject: { budget, advance }, close: () => budget.close() };
      },
    },
    { describe, it },
  );

  it('grants no process, cause, minute, day or place too many, whatever the schedule and whoever is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 120 }),
        fc.constantFrom('2026-09-14T12:00:00Z', '2026-09-14T23:58:30Z'),
        async (schedule, start) => play(await freshFleet(4, limits, start), schedule),
      ),
      { numRuns },
    );
  });

  it('grants the connections of an app together no minute and no cause too many, whatever the schedule', async () => {
    const perApp = { ...usualLimits, appPerMinute: 40 };
    await fc.assert(
      fc.asyncProperty(fc.array(appStep, { minLength: 20, maxLength: 80 }), async (schedule) => {
        const fleet = await freshFleet(3, perApp);
        for (const { connections, cause, calls, ms } of schedule) {
          await Promise.all(connections.map((by, index) => fleet.ask(index, cause, calls, by)));
          for (const index of [0, 1, 2]) fleet.finish(index, 100);
          fleet.advance(ms);
        }
        for (const app of apps) {
          const granted = fleet.granted.filter(({ by }) => by.providerAppId === app);
          expectWithinBudget(granted, { ...perApp, perMinute: perApp.appPerMinute });
        }
      }),
      { numRuns },
    );
  });

  it('lets the processes of an app use nearly all of its minute', async () => {
    const fleet = await freshFleet(3, { ...usualLimits, appPerMinute: 400 });
    for (let round = 0; round < 400; round++) {
      const by = connectionOf(null, round % 10);
      await Promise.all([0, 1, 2].map((index) => fleet.ask(index, 'requests', 1, by)));
      for (const index of [0, 1, 2]) fleet.finish(index, 9);
      fleet.advance(300);
    }
    expect(fleet.granted.length, 'calls in two minutes').to.be.at.least(0.9 * 2 * 400);
  });

  it('holds back an app that the provider refused, in every process; another app goes on', async () => {
    const fleet = await freshFleet(2);
    const kinds = async (process: number, app: ProviderAppId | null, calls = 1) =>
      (await fleet.ask(process, 'requests', calls, connectionOf(app, process))).map((decision) =>
        decision.kind === 'granted' ? 'granted' : `${decision.reason} ${decision.retryAfterSeconds}`,
      );
    for (const process of [0, 1]) expect(await kinds(process, null, 3)).to.deep.equal(Array(3).fill('granted'));
    fleet.finish(0, 1, { ...nothingSaid, app: { minuteRemaining: 0, retryAfterSeconds: 20 } });
    expect(await kinds(0, null)).to.deep.equal(['app_minute 20']);
    fleet.advance(1_000);
    expect(await kinds(1, null)).to.deep.equal(['app_minute 19']);
    expect(await kinds(1, apps[1])).to.deep.equal(['granted']);
  });

  it('lets several processes that all want more than there is use nearly all of it, without a refusal by the provider', async () => {
    const fleet = await freshFleet(3);
    const causes: readonly Cause[] = ['requests', 'automations', 'syncs'];
    for (let round = 0; round < 120 * minutes; round++) {
      await Promise.all(causes.map((cause, index) => fleet.ask(index, cause, 2)));
      for (const index of causes.keys()) fleet.finish(index, 2);
      fleet.advance(500);
    }
    expectWithinBudget(fleet.granted);
    expect(fleet.granted.length, 'calls in these minutes').to.be.at.least(0.95 * minutes * usualLimits.perMinute);
    const travel = fleet.granted.map(() => Math.random() * 999);
    expect(refusedByProvider(fleet.granted, (call) => travel[call] ?? 0)).to.equal(0);
  });

  it('lets a person’s calls through beside syncs that want all there is', async () => {
    const fleet = await freshFleet(4);
    for (let second = 0; second < 60 * minutes; second++) {
      await Promise.all([1, 2, 3].map((index) => fleet.ask(index, 'syncs', 3)));
      // 20 calls a minute: 40 % of 50.
      if (second % 3 === 0) {
        const [decision] = await fleet.ask(0, 'requests');
        expect(decision?.kind, `second ${second}`).to.equal('granted');
      }
      fleet.advance(1_000);
      for (const index of [0, 1, 2, 3]) fleet.finish(index, 3);
    }
    // Syncs may call while less than 60 % of the minute is used, so 16 a minute remain beside those 20.
    expect(fleet.granted.filter(({ cause }) => cause === 'syncs').length).to.be.at.least(15 * minutes);
  });

  it('lists the connections of a plane by the calls of a day, page after page, those without calls last', async () => {
    const { organizations, connections } = given().database.storage;
    const owner = samples.sampleOrganization();
    await organizations.insert(owner);
    const plane = samples.samplePlane(owner.id);
    const made = [0, 2, 0, 3, 1].map((calls) => ({ calls, by: samples.sampleConnection(plane) }));
    const foreign = { calls: 5, by: samples.sampleConnection({ ...plane, environment: 'live' }) };
    const fleet = await freshFleet(1);
    for (const { calls, by } of [...made, foreign]) {
      await connections.insert(by);
      await fleet.ask(0, 'requests', calls, by);
    }
    await fleet.settle();
    const listed = async (day: number) => {
      const ids: string[] = [];
      for (let request: PageRequest | undefined = { limit: 2, page: 1 }; request && ids.length < 9; ) {
        const { items, total, next } = await connections.list(plane, { mostCallsOn: day }, request);
        expect(total).to.equal(5);
        ids.push(...items.map(({ id }) => id));
        request = next ? { limit: 2, after: next } : undefined;
      }
      return ids;
    };
    const byCalls = made.toSorted((a, b) => b.calls - a.calls || (a.by.id < b.by.id ? 1 : -1)).map(({ by }) => by.id);
    const today = dayOf(Date.parse('2026-09-14T12:00:00Z'));
    expect(await listed(today)).to.deep.equal(byCalls);
    expect(await listed(today + 1)).to.deep.equal([...byCalls].sort().reverse());
  });
});
