import { expect } from 'chai';
import { type BudgetDecision, type BudgetStore, defaultBudget } from '#core';
import { createSharedRequestBudget } from './index.ts';
import { createMemoryBudgetStore } from './memory-budget-store.ts';
import { connectionId, counting, nothingSaid, openFleet } from './testing/fleet.ts';

const kinds = (decisions: readonly BudgetDecision[]) =>
  decisions.map((decision) => (decision.kind === 'granted' ? 'granted' : decision.reason));
const count = (decisions: readonly BudgetDecision[]) => decisions.filter(({ kind }) => kind === 'granted').length;

function fleetOf(size: number, limits = defaultBudget) {
  const { store, counted } = counting(createMemoryBudgetStore());
  const fleet = openFleet(store, size, limits);
  /** One call after the other until refused, each over at once. */
  const drain = async (process: number, lane: 'interactive' | 'sync' = 'interactive') => {
    for (let calls = 0; ; calls++) {
      const [decision] = await fleet.ask(process, lane);
      if (decision?.kind !== 'granted') return calls;
      fleet.finish(process);
    }
  };
  return { ...fleet, counted, statements: () => counted.reads + counted.writes, drain };
}

describe('the shared request budget', () => {
  describe('asks the store seldom', () => {
    it('for the whole minute at once: at most one statement for four calls', async () => {
      const { drain, statements } = fleetOf(1);
      expect(await drain(0)).to.equal(60);
      expect(statements()).to.be.at.most(15);
    });

    it('for a call every second: at most two statements for five calls', async () => {
      const { ask, finish, advance, statements, granted } = fleetOf(1);
      for (let second = 0; second < 590; second++) {
        await ask(0, 'interactive');
        finish(0);
        await advance(1_000, 250);
      }
      expect(granted.length).to.be.at.least(0.9 * 590);
      expect(statements()).to.be.at.most(granted.length * 0.4);
    });

    it('for calls that are refused: once a second', async () => {
      const { ask, drain, advance, statements } = fleetOf(1);
      await drain(0);
      const before = statements();
      for (let tenth = 0; tenth < 50; tenth++) {
        expect(kinds(await ask(0, 'interactive', 3))).to.deep.equal(Array(3).fill('connection_minute'));
        await advance(100);
      }
      expect(statements() - before).to.be.at.most(6);
    });

    it('never for what the provider says of our own calls', async () => {
      const { ask, finish, advance, budget, counted } = fleetOf(1);
      const plain = fleetOf(1);
      for (let call = 1; call <= 50; call++) {
        await plain.ask(0, 'interactive');
        plain.finish(0);
        await ask(0, 'interactive');
        finish(0);
        budget(0).observe(connectionId, { ...nothingSaid, minuteRemaining: 60 - call, dayRemaining: 5000 - call });
        await advance(300);
        await plain.advance(300);
      }
      expect(counted).to.deep.equal(plain.counted);
    });

    it('for what it says of others’ calls: once a second', async () => {
      const { ask, advance, budget, counted } = fleetOf(1);
      await ask(0, 'interactive');
      const before = counted.writes;
      for (let tenth = 0; tenth < 30; tenth++) {
        budget(0).observe(connectionId, { ...nothingSaid, minuteRemaining: 58 - tenth });
        await advance(100);
      }
      expect(counted.writes - before).to.be.within(3, 5);
    });
  });

  describe('what one process does not need', () => {
    it('is there for the others two seconds later, places and calls', async () => {
      const { ask, finish, advance, drain } = fleetOf(2);
      expect(count(await ask(0, 'interactive', 5))).to.equal(5);
      finish(0, 5);
      await advance(2_500, 250);
      expect(count(await ask(1, 'interactive', 5))).to.equal(5);
      finish(1, 5);
      expect(await drain(1)).to.equal(50);
    });

    it('is there two seconds later where little is left', async () => {
      const { ask, finish, advance, drain } = fleetOf(2);
      for (let call = 0; call < 36; call++) {
        await ask(0, 'interactive');
        finish(0);
      }
      const [before] = [await drain(1)];
      expect(before, 'it holds some of the 24').to.be.below(24);
      await advance(2_500, 250);
      expect(before + (await drain(1))).to.equal(24);
    });

    it('is there half a second later for others who are known to be about: places', async () => {
      const { ask, finish, advance } = fleetOf(2);
      await ask(1, 'interactive');
      finish(1);
      expect(count(await ask(0, 'interactive', 5))).to.equal(4);
      finish(0, 4);
      await advance(500, 250);
      expect(count(await ask(1, 'interactive', 5))).to.equal(5);
    });

    it('is there at once when it closes', async () => {
      const { ask, finish, budget, drain } = fleetOf(2);
      await ask(0, 'interactive', 5);
      await ask(0, 'sync', 5);
      finish(0, 5);
      await budget(0).close();
      expect(await drain(1)).to.equal(55);
    });

    it('is free again after it was lost: places after 15 s, calls after 76 s', async () => {
      const { ask, finish, advance, crash, drain } = fleetOf(2);
      await ask(0, 'interactive', 5);
      crash(0);
      expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_concurrency']);
      await advance(15_000);
      expect(count(await ask(1, 'interactive', 5))).to.equal(5);
      finish(1, 5);
      expect(await drain(1)).to.equal(50);
      await advance(61_000);
      expect(await drain(1)).to.equal(60);
    });
  });

  it('keeps the places of calls that take longer than a lease, and no longer', async () => {
    const { ask, finish, advance } = fleetOf(2);
    await ask(0, 'interactive', 5);
    for (let second = 0; second < 60; second++) {
      await advance(1_000, 250);
      expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_concurrency']);
    }
    finish(0, 5);
    await advance(1_000, 250);
    expect(count(await ask(1, 'interactive', 5))).to.equal(5);
  });

  it('uses no place whose lease has run out: others may have it', async () => {
    const { ask, finish, advance } = fleetOf(2);
    for (let call = 0; call < 2; call++) {
      await ask(0, 'interactive');
      finish(0);
    }
    await advance(15_000);
    expect(count(await ask(1, 'interactive', 5))).to.equal(5);
    expect(kinds(await ask(0, 'interactive'))).to.deep.equal(['connection_concurrency']);
  });

  it('tells the others what the provider said', async () => {
    const { ask, advance, budget, drain } = fleetOf(2);
    budget(0).observe(connectionId, { ...nothingSaid, minuteRemaining: 7, dayRemaining: 9 });
    await advance(1);
    expect(await drain(1, 'sync')).to.equal(0);
    expect(await drain(1)).to.equal(7);
    budget(0).observe(connectionId, { ...nothingSaid, retryAfterSeconds: 30 });
    await advance(2_000);
    expect(await ask(1, 'interactive')).to.deep.equal([{ kind: 'refused', reason: 'provider', retryAfterSeconds: 28 }]);
    await advance(28_000);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['connection_minute']);
    await advance(33_000);
    expect(kinds(await ask(1, 'interactive'))).to.deep.equal(['granted']);
  });

  it('begins a day at midnight UTC, whatever is in hand, and hears nothing of the old one', async () => {
    const { advance, drain, budget, ask } = fleetOf(2, { ...defaultBudget, perDay: 10 });
    expect(await drain(0)).to.equal(10);
    expect(await drain(1)).to.equal(0);
    await advance(12 * 3_600_000 - 1_000, 600_000);
    expect(await ask(1, 'interactive')).to.deep.equal([
      { kind: 'refused', reason: 'connection_day', retryAfterSeconds: 1 },
    ]);
    await advance(1_000);
    budget(1).observe(connectionId, { ...nothingSaid, dayRemaining: 0 });
    expect(await drain(1)).to.equal(10);
  });

  it('counts what is in hand at midnight in the day in which it is used', async () => {
    const { ask, finish, advance, drain, granted } = fleetOf(1, { ...defaultBudget, perDay: 20 });
    await advance(12 * 3_600_000 - 500, 600_000);
    for (let call = 0; call < 5; call++) {
      await ask(0, 'interactive');
      finish(0);
    }
    await advance(500, 250);
    await drain(0);
    expect(granted).to.have.length(5 + 20);
  });

  it('counts the calls of a lost process in the day, for as long as the day lasts', async () => {
    const { ask, advance, crash, drain } = fleetOf(2, { ...defaultBudget, perDay: 20 });
    await ask(0, 'interactive', 5);
    crash(0);
    await advance(100_000);
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

  it('lets the error of a store that cannot answer through, and goes on when it can', async () => {
    let broken = false;
    const memory = createMemoryBudgetStore();
    const fail = async () => (broken ? Promise.reject(new Error('no database')) : undefined);
    const store: BudgetStore = {
      ...memory,
      async read(id) {
        await fail();
        return memory.read(id);
      },
      async replace(...asked) {
        await fail();
        return memory.replace(...asked);
      },
    };
    const told: string[] = [];
    const log = { warn: (_: string, fields?: object) => void told.push(JSON.stringify(fields)) };
    const budget = createSharedRequestBudget({ clock: { now: () => new Date() }, store, processId: 'one', log });
    broken = true;
    const failed = await budget.acquire(connectionId, 'sync', defaultBudget).catch((error: Error) => error.message);
    expect(failed).to.equal('no database');
    budget.observe(connectionId, { ...nothingSaid, retryAfterSeconds: 1 });
    await new Promise(setImmediate);
    expect(told).to.have.length(1);
    expect(told[0]).to.include('no database');
    broken = false;
    expect(await budget.acquire(connectionId, 'sync', defaultBudget)).to.include({ reason: 'provider' });
    await budget.close();
  });
});
