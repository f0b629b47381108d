import type { Knex } from 'knex';
import { anyRoom, type OperationState, type OperationStore, type StepSaved } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

const table = 'operations';

/** Changes the queue before each claim. */
const before =
  (change: (db: Knex) => Promise<unknown>): NonNullable<Saboteur['stores']> =>
  ({ operations }, db) => ({
    operations: {
      async claimDue(claim) {
        await change(db);
        return operations.claimDue(claim);
      },
    },
  });

/** What a settlement admits is put back where `isForgotten` says so. */
const forgetting =
  (isForgotten: (state: OperationState) => boolean): NonNullable<Saboteur['stores']> =>
  ({ operations }, db) => ({
    operations: {
      async settleAll(settlements) {
        const waiting = await db(table).where({ stage: 'waiting' }).pluck('id');
        const answers = await operations.settleAll(settlements);
        const isHit = settlements.some(({ next }) => isForgotten(next.state));
        if (isHit) await db(table).whereIn('id', waiting).where({ stage: 'ready' }).update({ stage: 'waiting' });
        return answers;
      },
    },
  });

const oneByOne = (operations: OperationStore): Pick<OperationStore, 'saveSteps' | 'settleAll'> => ({
  async saveSteps(saves) {
    const answers: StepSaved[] = [];
    for (const save of saves) {
      const [answer] = await operations.saveSteps([save]);
      answers.push(answer ?? { kept: false, cancelRequested: false });
      if (!answer?.kept) break;
    }
    return saves.map((_, i) => answers[i] ?? { kept: false, cancelRequested: false });
  },
  async settleAll(settlements) {
    const answers: boolean[] = [];
    for (const settlement of settlements) {
      const [settled = false] = await operations.settleAll([settlement]);
      answers.push(settled);
      if (!settled) break;
    }
    return settlements.map((_, i) => answers[i] ?? false);
  },
});

export const queueSaboteurs: readonly Saboteur[] = [
  {
    name: 'the longest due goes first, whose ever it is',
    stores: before((db) =>
      db(table)
        .where({ stage: 'ready' })
        .update({ turn: db.ref('due_at') }),
    ),
  },
  {
    name: 'connections have no bound',
    stores: before((db) => db(table).where({ stage: 'waiting' }).update({ stage: 'ready' })),
  },
  {
    name: 'every endpoint is trusted',
    stores: before((db) => db(table).where({ stage: 'waiting', lane: 'delivery' }).update({ stage: 'ready' })),
  },
  {
    name: 'a success admits no more',
    stores: forgetting((state) => state === 'succeeded'),
    caughtBy: 'of one connection no more runs at once than its lane allows, however many claim',
  },
  {
    name: 'a failure admits nothing',
    stores: forgetting((state) => state === 'retrying'),
    caughtBy:
      'an endpoint gets as many deliveries at once as its lane allows, and one more when one ends, however it ends',
  },
  breaks('operations', 'groups left behind stay behind', () => ({ admitStranded: async () => 0 })),
  breaks('operations', 'a claim takes types that its caller does not know', ({ operations }) => ({
    claimDue: ({ types: _, ...claim }) => operations.claimDue(claim),
  })),
  breaks('operations', 'a group waits behind a type that its worker does not know', ({ operations }) => ({
    admitStranded: () => operations.admitStranded(),
  })),
  breaks('operations', 'the next due time is that of types that nobody here knows', ({ operations }) => ({
    nextDueAt: () => operations.nextDueAt(),
  })),
  breaks('operations', 'lost leases of unknown types are listed', ({ operations }) => ({
    listLapsed: (now, limit) => operations.listLapsed(now, limit),
  })),
  breaks('operations', 'a claim knows no lanes', ({ operations }) => ({
    claimDue: (claim) => operations.claimDue({ ...claim, ...anyRoom(claim.limit) }),
  })),
  breaks('operations', 'no lane goes before its priority', ({ operations }) => ({
    claimDue: ({ first: _, ...claim }) => operations.claimDue(claim),
  })),
  breaks('operations', 'one lost lease ends a group of steps', ({ operations }) => ({
    saveSteps: oneByOne(operations).saveSteps,
  })),
  breaks('operations', 'one lost lease ends a group of settlements', ({ operations }) => ({
    settleAll: oneByOne(operations).settleAll,
  })),
  breaks('operations', 'steps tell nobody to stop', ({ operations }) => ({
    saveSteps: async (saves) =>
      (await operations.saveSteps(saves)).map(({ kept }) => ({ kept, cancelRequested: false })),
  })),
  breaks('operations', 'a step never prolongs its lease', ({ operations }) => ({
    saveSteps: (saves) => operations.saveSteps(saves.map((save) => ({ ...save, leaseUntil: new Date(0) }))),
  })),
  breaks('operations', 'a group answers in an order of its own', ({ operations }) => ({
    settleAll: async (settlements) => [...(await operations.settleAll(settlements))].sort((a, b) => +a - +b),
  })),
];
