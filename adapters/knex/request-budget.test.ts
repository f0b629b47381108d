import { expect } from 'chai';
import { usualLimits } from '#contract-tests';
import type { BudgetDecision } from '#core/ports';
import { type SqliteForTests, sqliteForTests } from '../knex-sqlite/testing/sqlite.ts';
import { connection, nothingSaid, openFleet } from './testing/budget-fleet.ts';

const kinds = (decisions: readonly BudgetDecision[]) =>
  decisions.map((decision) => (decision.kind === 'granted' ? 'granted' : decision.reason));
const count = (decisions: readonly BudgetDecision[]) => decisions.filter(({ kind }) => kind === 'granted').length;

describe('the request budget', () => {
  let sqlite: SqliteForTests;
  before(async () => {
    sqlite = await sqliteForTests();
  });
  beforeEach(async () => {
    await sqlite.database.knex('request_budgets').delete();
  });
  after(() => sqlite?.close());

  function fleetOf(size: number, limits = usualLimits) {
    const fleet = openFleet(sqlite.database.requestBudget, size, limits);
    /** Makes calls one after the other until one is refused. */
    const drain = async (process: number, cause: 'requests' | 'syncs' = 'requests') => {
      for (let calls = 0; ; calls++) {
        const [decision] = await fleet.ask(process, cause);
        if (decision?.kind !== 'granted') return calls;
        fleet.finish(process);
      }
    };
    return { ...fleet, drain };
  }

  it('is changed by one statement when a call begins and by one when it ends', async () => {
    const { ask, finish, settle } = fleetOf(1);
    await ask(0, 'requests');
    finish(0, 1, nothingSaid);
    await settle();
    const asked: string[] = [];
    const heard = ({ sql }: { sql: string }) => void asked.push(sql);
    sqlite.database.knex.on('query', heard);
    for (let call = 1; call <= 10; call++) {
      await ask(0, 'requests');
      finish(0, 1, { ...nothingSaid, minuteRemaining: 60 - call, dayRemaining: 5000 - call });
    }
    await settle();
    sqlite.database.knex.removeListener('query', heard);
    expect(asked).to.have.length(20);
    expect(new Set(asked).size, 'texts').to.equal(1);
  });

  it('is used up to the last call by two processes together', async () => {
    const { drain } = fleetOf(2);
    const first = await drain(0, 'syncs');
    expect(first + (await drain(1, 'syncs'))).to.equal(36);
    expect(await drain(1)).to.equal(24);
  });

  it('has the places of a lost process again after 45 s, and its calls after 61 s', async () => {
    const { ask, finish, advance, crash, drain } = fleetOf(2);
    await ask(0, 'requests', 5);
    crash(0);
    advance(44_999);
    expect(kinds(await ask(1, 'requests'))).to.deep.equal(['connection_concurrency']);
    advance(1);
    expect(count(await ask(1, 'requests', 5))).to.equal(5);
    finish(1, 5);
    expect(await drain(1)).to.equal(50);
    advance(61_000);
    expect(await drain(1)).to.equal(60);
  });

  it('keeps the places of calls that take long, in every process', async () => {
    const { ask, finish, advance, settle } = fleetOf(2);
    await ask(0, 'requests', 5);
    advance(29_000);
    expect(kinds(await ask(1, 'requests'))).to.deep.equal(['connection_concurrency']);
    finish(0, 5);
    await settle();
    expect(count(await ask(1, 'requests', 5))).to.equal(5);
  });

  it('tells the other processes what the provider said', async () => {
    const { ask, advance, finish, drain, settle } = fleetOf(2);
    await ask(0, 'requests', 2);
    finish(0, 1, { ...nothingSaid, minuteRemaining: 7, dayRemaining: 9 });
    await settle();
    expect(await drain(1, 'syncs')).to.equal(0);
    expect(await drain(1)).to.equal(7);
    finish(0, 1, { ...nothingSaid, retryAfterSeconds: 30 });
    await settle();
    advance(2_000);
    expect(await ask(1, 'requests')).to.deep.equal([{ kind: 'refused', reason: 'provider', retryAfterSeconds: 28 }]);
    advance(28_000);
    expect(kinds(await ask(1, 'requests'))).to.deep.equal(['connection_minute']);
    advance(31_000);
    expect(kinds(await ask(1, 'requests'))).to.deep.equal(['granted']);
  });

  it('begins a day at midnight UTC and hears nothing of the old one', async () => {
    const { advance, drain, finish, ask, settle } = fleetOf(2, { ...usualLimits, perDay: 10 });
    await ask(1, 'requests');
    expect(await drain(0)).to.equal(9);
    expect(await drain(1)).to.equal(0);
    advance(12 * 3_600_000 - 1_000);
    expect(await ask(1, 'requests')).to.deep.equal([
      { kind: 'refused', reason: 'connection_day', retryAfterSeconds: 1 },
    ]);
    await sqlite.database.knex('request_budgets').update({ in_flight: '[]' });
    advance(1_000);
    finish(1, 1, { ...nothingSaid, dayRemaining: 0 });
    await settle();
    expect(await drain(1)).to.equal(10);
  });

  it('counts the calls of a lost process in the day, for as long as the day lasts', async () => {
    const { ask, advance, crash, drain } = fleetOf(2, { ...usualLimits, perDay: 20 });
    await ask(0, 'requests', 5);
    crash(0);
    advance(100_000);
    expect(await drain(1)).to.equal(15);
  });

  it('lets no cause use what another took above its share', async () => {
    const { ask, finish, drain } = fleetOf(1);
    for (let call = 0; call < 34; call++) {
      await ask(0, 'requests');
      finish(0);
    }
    expect(await drain(0, 'syncs')).to.equal(2);
    expect(await drain(0)).to.equal(24);
  });

  it('drops what a clock two hours ahead stored: calls, places, the day and a refusal by the provider', async () => {
    for (const start of ['2026-09-14T12:00:00Z', '2026-09-14T23:00:00Z']) {
      await sqlite.database.knex('request_budgets').delete();
      const ahead = new Date(Date.parse(start) + 2 * 3_600_000).toISOString();
      const wrong = openFleet(sqlite.database.requestBudget, 1, usualLimits, ahead);
      for (let call = 0; call < 60; call++) {
        await wrong.ask(0, 'requests');
        wrong.finish(0);
      }
      wrong.advance(61_000);
      await wrong.ask(0, 'requests', 5);
      // At noon the wrong clock's day is also the right one.
      const dayRemaining = start.includes('T23') ? 0 : null;
      const app = { minuteRemaining: 0, retryAfterSeconds: 60 };
      wrong.finish(0, 1, { ...nothingSaid, dayRemaining, retryAfterSeconds: 60, app });
      await wrong.settle();
      const right = openFleet(sqlite.database.requestBudget, 1, usualLimits, start);
      await right.ask(0, 'requests', 5);
      expect(right.granted.length, start).to.equal(5);
      const [row] = await sqlite.database.knex('request_budgets').where({ spender: connection.id });
      if (start.includes('T23')) expect(row).to.deep.include({ day_used: 5, day_requests: 5 });
    }
  });

  it('keeps what others took and heard meanwhile where the end of a call is stored long after its time, even the day after', async () => {
    const at = (time: string) => sqlite.database.requestBudget({ clock: { now: () => new Date(time) } });
    const [late, other] = [at('2026-09-14T23:59:30Z'), at('2026-09-15T00:00:40Z')];
    const first = await late.acquire(connection, 'requests', usualLimits);
    const others = await Promise.all([1, 2, 3].map(() => other.acquire(connection, 'bulk', usualLimits)));
    if (others[0]?.kind === 'granted') others[0].release({ ...nothingSaid, retryAfterSeconds: 30 });
    await other.close();
    const [before] = await other.use([connection.id]);
    expect(before).to.deep.include({ inFlight: 2, blockedUntil: new Date('2026-09-15T00:01:10Z') });
    expect(before?.byCause.bulk).to.equal(3);
    if (first.kind === 'granted') first.release();
    await late.close();
    expect(await other.use([connection.id])).to.deep.equal([before]);
  });

  it('lets the error of a database that cannot answer through, logs a lost end, and goes on when it can', async () => {
    const told: string[] = [];
    let nowMs = Date.parse('2026-09-14T12:00:00Z');
    const budget = sqlite.database.requestBudget({
      clock: { now: () => new Date(nowMs) },
      log: { warn: (_: string, fields?: object) => void told.push(JSON.stringify(fields)) },
    });
    const once = { ...usualLimits, inFlight: 1 };
    const granted = await budget.acquire(connection, 'syncs', once);
    await sqlite.database.knex.raw('alter table request_budgets rename to lost_budgets');
    const failed = await budget.acquire(connection, 'syncs', once).catch((error: Error) => error.message);
    expect(failed).to.include('no such table');
    if (granted.kind === 'granted') granted.release();
    await budget.close();
    expect(told).to.have.length(1);
    expect(told[0]).to.include('no such table');
    await sqlite.database.knex.raw('alter table lost_budgets rename to request_budgets');
    expect(kinds([await budget.acquire(connection, 'syncs', once)])).to.deep.equal(['connection_concurrency']);
    nowMs += 45_000;
    expect(kinds([await budget.acquire(connection, 'syncs', once)])).to.deep.equal(['granted']);
  });
});
