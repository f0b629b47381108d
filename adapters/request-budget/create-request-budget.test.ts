import { expect } from 'chai';
import { usualLimits } from '#contract-tests';
import type { BudgetDecision, BudgetStore } from '#core/ports';
import { createRequestBudget } from './index.ts';
import { connection, counting, nothingSaid, openFleet } from './testing/fleet.ts';
import { createMemoryBudgetStore } from './testing/memory-budget-store.ts';

const kinds = (decisions: readonly BudgetDecision[]) =>
  decisions.map((decision) => (decision.kind === 'granted' ? 'granted' : decision.reason));
const count = (decisions: readonly BudgetDecision[]) => decisions.filter(({ kind }) => kind === 'granted').length;

function fleetOf(size: number, limits = usualLimits) {
  const { store, counted } = counting(createMemoryBudgetStore());
  const fleet = openFleet(() => store, size, limits);
  /** One call after the other until refused, each over at once. */
  const drain = async (process: number, lane: 'interactive' | 'sync' = 'interactive') => {
    for (let calls = 0; ; calls++) {
      const [decision] = await fleet.ask(process, lane);
      if (decision?.kind !== 'granted') return calls;
      fleet.finish(process);
      await fleet.settle();
    }
  };
  return { ...fleet, counted, drain };
}

/** A store in memory that answers nothing while it is broken. */
function breakable() {
  const memory = createMemoryBudgetStore();
  const hands = { isBroken: false };
  const store: BudgetStore = {
    ...memory,
    change: async (...asked) => {
      if (hands.isBroken) throw new Error('no database');
      return memory.change(...asked);
    },
  };
  return { store, hands };
}

describe('the request budget', () => {
  it('stores once for each call, with the end of the one before, seldom for the app, and nothing for a refusal and for what the provider says of our own calls', async () => {
    const { ask, finish, budget, settle, counted, drain } = fleetOf(1);
    for (let call = 1; call <= 50; call++) {
      await ask(0, 'interactive');
      budget(0).observe(connection, { ...nothingSaid, minuteRemaining: 60 - call, dayRemaining: 5000 - call });
      finish(0);
    }
    await settle();
    expect(counted.stored).to.equal(57);
    expect(await drain(0)).to.equal(10);
    expect(kinds(await ask(0, 'interactive', 3))).to.deep.equal(Array(3).fill('connection_minute'));
    expect(counted.stored).to.equal(77);
  });

  it('is used up to the last call by two processes together', async () => {
    const { drain } = fleetOf(2);
    const first = await drain(0, 'sync');
    expect(first + (await drain(1, 'sync'))).to.equal(36);
    expect(await drain(1)).to.equal(24);
  });

  it('has the places of a lost process again after 45 s, and its calls after 61 s', async () => {
    const { ask, finish, advance, crash, drain } = fleetOf(2);
    await ask(0, 'interactive', 5);
    crash(0);
    advance(44_999);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_concurrency']);
    advance(1);
    expect(count(await ask(1, 'interactive', 5))).to.equal(5);
    finish(1, 5);
    expect(await drain(1)).to.equal(50);
    advance(61_000);
    expect(await drain(1)).to.equal(60);
  });

  it('keeps the places of calls that take long, in every process', async () => {
    const { ask, finish, advance, settle } = fleetOf(2);
    await ask(0, 'interactive', 5);
    advance(29_000);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_concurrency']);
    finish(0, 5);
    await settle();
    expect(count(await ask(1, 'interactive', 5))).to.equal(5);
  });

  it('tells the other processes what the provider said', async () => {
    const { ask, advance, budget, drain, settle } = fleetOf(2);
    budget(0).observe(connection, { ...nothingSaid, minuteRemaining: 7, dayRemaining: 9 });
    await settle();
    expect(await drain(1, 'sync')).to.equal(0);
    expect(await drain(1)).to.equal(7);
    budget(0).observe(connection, { ...nothingSaid, retryAfterSeconds: 30 });
    await settle();
    advance(2_000);
    expect(await ask(1, 'interactive')).to.deep.equal([{ kind: 'refused', reason: 'provider', retryAfterSeconds: 28 }]);
    advance(28_000);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_minute']);
    advance(31_000);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['granted']);
  });

  it('begins a day at midnight UTC and hears nothing of the old one', async () => {
    const { advance, drain, budget, ask, settle } = fleetOf(2, { ...usualLimits, perDay: 10 });
    expect(await drain(0)).to.equal(10);
    expect(await drain(1)).to.equal(0);
    advance(12 * 3_600_000 - 1_000);
    expect(await ask(1, 'interactive')).to.deep.equal([
      { kind: 'refused', reason: 'connection_day', retryAfterSeconds: 1 },
    ]);
    advance(1_000);
    budget(1).observe(connection, { ...nothingSaid, dayRemaining: 0 });
    await settle();
    expect(await drain(1)).to.equal(10);
  });

  it('counts the calls of a lost process in the day, for as long as the day lasts', async () => {
    const { ask, advance, crash, drain } = fleetOf(2, { ...usualLimits, perDay: 20 });
    await ask(0, 'interactive', 5);
    crash(0);
    advance(100_000);
    expect(await drain(1)).to.equal(15);
  });

  it('lets no lane use what another took above its share', async () => {
    const { ask, finish, drain } = fleetOf(1);
    for (let call = 0; call < 34; call++) {
      await ask(0, 'interactive');
      finish(0);
    }
    expect(await drain(0, 'sync')).to.equal(2);
    expect(await drain(0)).to.equal(24);
  });

  it('reads what earlier versions stored as a day with its calls', async () => {
    const store = createMemoryBudgetStore();
    const day = Math.floor(Date.parse('2026-09-14') / 86_400_000);
    const stored = { day, dayUsed: 4999, blockedUntilMs: 0, spent: [], holdings: [] };
    await store.change(connection.id, () => ({ state: stored, answer: null }));
    const fleet = openFleet(() => store, 1);
    expect(kinds(await fleet.ask(0, 'interactive', 2))).to.deep.equal(['granted', 'connection_day']);
  });

  it('loses no end of a call with a change that fails', async () => {
    const { store, hands } = breakable();
    const budget = createRequestBudget({ clock: { now: () => new Date() }, store, limits: usualLimits });
    const granted = [];
    for (let call = 0; call < 5; call++) granted.push(await budget.acquire(connection, 'interactive', usualLimits));
    for (const one of granted) if (one.kind === 'granted') one.release();
    hands.isBroken = true;
    await budget.acquire(connection, 'interactive', usualLimits).catch(() => {});
    hands.isBroken = false;
    expect(kinds([await budget.acquire(connection, 'interactive', usualLimits)])).to.deep.equal(['granted']);
    await budget.close();
  });

  it('lets the error of a store that cannot answer through, logs a lost release, and goes on when it can', async () => {
    const { store, hands } = breakable();
    const told: string[] = [];
    const log = { warn: (_: string, fields?: object) => void told.push(JSON.stringify(fields)) };
    const budget = createRequestBudget({ clock: { now: () => new Date() }, store, limits: usualLimits, log });
    const granted = await budget.acquire(connection, 'sync', { ...usualLimits, inFlight: 1 });
    hands.isBroken = true;
    const failed = await budget.acquire(connection, 'sync', usualLimits).catch((error: Error) => error.message);
    expect(failed).to.equal('no database');
    if (granted.kind === 'granted') granted.release();
    await budget.close();
    expect(told).to.have.length(1);
    expect(told[0]).to.include('no database');
    hands.isBroken = false;
    expect(kinds([await budget.acquire(connection, 'sync', usualLimits)])).to.deep.equal(['granted']);
  });
});
