import { expect } from 'chai';
import { traits } from '../../../contract-tests/testing/doubles.ts';
import type { BudgetLimits } from '../../domain/budget.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { BudgetDecision } from '../../ports/request-budget.ts';
import { refusalOf } from '../testing/refusal.ts';
import { type CallContext, type Patience, requestContext, waitForBudget } from './wait-for-budget.ts';

const caller = { actor: 'key_patient' } as Caller;
const refused = (retryAfterSeconds: number): BudgetDecision => ({
  kind: 'refused',
  reason: 'connection_minute',
  retryAfterSeconds,
});

const connection = { id: 'conn_1' as ConnectionId, provider: 'ledger', providerAppId: null };

/** Waits for a place in the budget; tells how that ended. */
async function outcomeOf(ports: Pick<CorePorts, 'budget' | 'clock'>, context: CallContext): Promise<string> {
  try {
    await waitForBudget(ports, connection, traits.limits, context);
    return 'granted';
  } catch (error) {
    if (error instanceof ServiceError && error.details.reason === 'connection_minute') return 'refused';
    throw error;
  }
}

/** A budget that gives these answers, then grants; a clock that only waiting moves. */
function world(...answers: BudgetDecision[]) {
  let nowMs = 0;
  const waits: number[] = [];
  const asked: BudgetLimits[] = [];
  const heard: unknown[][] = [];
  const ports: Pick<CorePorts, 'budget' | 'clock' | 'budgetAsked'> = {
    budgetAsked: (...told) => void heard.push(told),
    clock: {
      now: () => new Date(nowMs),
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        nowMs += milliseconds;
      },
    },
    budget: {
      acquire: async (_id, _cause, limits) => {
        asked.push(limits);
        return answers.shift() ?? { kind: 'granted', release: () => {} };
      },
      use: async () => [],
    },
  };
  /** A request that makes two provider calls. */
  const twice = async (caller: Caller, patience: Patience) => {
    const context = requestContext(ports, caller, patience);
    return [await outcomeOf(ports, context), await outcomeOf(ports, context)];
  };
  return { twice, waits, asked, heard, ports };
}

describe('a request that would rather wait than be refused', () => {
  it('is refused at once when it does not say so', async () => {
    const { twice, waits } = world(refused(1));
    expect(await twice(caller, {})).to.deep.equal(['refused', 'granted']);
    expect(waits).to.deep.equal([]);
  });

  it('waits as long as the budget says, again where that was not enough', async () => {
    const { twice, waits, asked } = world(refused(4), refused(1));
    expect(await twice(caller, { waitSeconds: 5 })).to.deep.equal(['granted', 'granted']);
    expect(waits).to.deep.equal([4000, 1000]);
    expect(asked[2]).to.equal(traits.limits);
  });

  it('is refused at once when it would take longer', async () => {
    const { twice, waits } = world(refused(6), refused(6));
    expect(await twice(caller, { waitSeconds: 5 })).to.deep.equal(['refused', 'refused']);
    expect(waits).to.deep.equal([]);
  });

  it('waits so long in all its calls together', async () => {
    const { twice, waits } = world(refused(3), { kind: 'granted', release: () => {} }, refused(3));
    expect(await twice(caller, { waitSeconds: 5 })).to.deep.equal(['granted', 'refused']);
    expect(waits).to.deep.equal([3000]);
  });

  it('waits at most 20 s, whatever it says', async () => {
    expect(await world(refused(20)).twice(caller, { waitSeconds: 500 })).to.deep.equal(['granted', 'granted']);
    expect(await world(refused(21)).twice(caller, { waitSeconds: 500 })).to.deep.equal(['refused', 'granted']);
  });

  it('waits with nine others of its key, and is refused where ten wait already', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const budget = { ...world(...Array.from({ length: 21 }, () => refused(1))).ports.budget };
    const clock = { now: () => new Date(0), wait: () => promise };
    const once = (caller: Caller, patience: Patience) =>
      outcomeOf({ budget, clock }, requestContext({ clock }, caller, patience));
    const asks = (actor: string, count: number) =>
      Array.from({ length: count }, () => once({ actor } as Caller, { waitSeconds: 5 }));
    const asked = [...asks('key_a', 12), ...asks('key_b', 9)];
    const outcomes = Promise.allSettled(asked);
    for (const one of asked.slice(10, 12)) {
      const error = await refusalOf(one);
      expect(error).to.deep.include({ code: 'RATE_LIMITED', retryable: true });
      expect(error.details).to.deep.equal({ reason: 'key_concurrency', retryAfterSeconds: 1 });
    }
    resolve();
    expect((await outcomes).map(({ status }) => status).filter((status) => status === 'rejected')).to.have.length(2);
    expect(await Promise.all(asks('key_a', 10))).to.deep.equal(Array(10).fill('granted'));
  });

  it('is heard of once a call, however often it asks: how long it waited, and why it was refused', async () => {
    const granted: BudgetDecision = { kind: 'granted', release: () => {} };
    const { twice, heard } = world(granted, refused(1), refused(2), granted, refused(3), refused(4));
    for (const patience of [{ waitSeconds: 5 }, { waitSeconds: 5 }, {}]) await twice(caller, patience);
    expect(heard).to.deep.equal([
      ['requests', 0, undefined],
      ['requests', 3_000, undefined],
      ['requests', 3_000, 'connection_minute'],
      ['requests', 0, undefined],
      ['requests', 0, undefined],
      ['requests', 0, undefined],
    ]);
    const impatient = world(refused(1));
    await impatient.twice(caller, {});
    expect(impatient.heard[0]).to.deep.equal(['requests', 0, 'connection_minute']);
  });

  it('waits anew with every request', async () => {
    const granted: BudgetDecision = { kind: 'granted', release: () => {} };
    const { twice, waits } = world(refused(5), granted, granted, refused(5));
    await twice(caller, { waitSeconds: 5 });
    await twice(caller, { waitSeconds: 5 });
    expect(waits).to.deep.equal([5000, 5000]);
  });
});
