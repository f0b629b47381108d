import { anyRoom, type ClaimRoom, type OperationStore, type StepSaved } from '#core';
import type { Saboteur } from './saboteur.ts';

const table = 'operations';

const claiming =
  (room: (asked: ClaimRoom) => ClaimRoom): NonNullable<Saboteur['stores']> =>
  ({ operations }) => ({
    operations: { claimDue: (claim) => operations.claimDue({ ...claim, room: room(claim.room) }) },
  });

/** Every operation in one queue, as if all were of one organization, connection or lane. */
const queueing =
  (columns: { party?: string; member?: string }): NonNullable<Saboteur['stores']> =>
  ({ operations }, db) => ({
    operations: {
      async claimDue(claim) {
        await db(table).whereNot({ state: 'running' }).update(columns);
        return operations.claimDue(claim);
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
    for (const { lease, next } of settlements) {
      const settled = await operations.settle(lease, next);
      answers.push(settled);
      if (!settled) break;
    }
    return settlements.map((_, i) => answers[i] ?? false);
  },
});

export const queueSaboteurs: readonly Saboteur[] = [
  { name: 'the longest due goes first, whose ever it is', stores: queueing({ party: 'btone', member: '' }) },
  { name: 'connections have no bound', stores: queueing({ member: '' }) },
  { name: 'a claim knows no lanes', stores: claiming(({ limit, crowded }) => ({ ...anyRoom(limit), crowded })) },
  { name: 'every endpoint answers', stores: claiming(({ answering: _told, ...room }) => room) },
  { name: 'kept room is given away', stores: claiming((room) => ({ ...room, crowded: room.limit })) },
  {
    name: 'one lost lease ends a group of steps',
    stores: ({ operations }) => ({ operations: { saveSteps: oneByOne(operations).saveSteps } }),
  },
  {
    name: 'one lost lease ends a group of settlements',
    stores: ({ operations }) => ({ operations: { settleAll: oneByOne(operations).settleAll } }),
  },
  {
    name: 'steps tell nobody to stop',
    stores: ({ operations }) => ({
      operations: {
        saveSteps: async (saves) =>
          (await operations.saveSteps(saves)).map(({ kept }) => ({ kept, cancelRequested: false })),
      },
    }),
  },
  {
    name: 'a step never prolongs its lease',
    stores: ({ operations }) => ({
      operations: {
        saveSteps: (saves) => operations.saveSteps(saves.map((save) => ({ ...save, leaseUntil: new Date(0) }))),
      },
    }),
  },
  {
    name: 'a group answers in an order of its own',
    stores: ({ operations }) => ({
      operations: {
        settleAll: async (settlements) => [...(await operations.settleAll(settlements))].sort((a, b) => +a - +b),
      },
    }),
  },
];
