import { breaks, type Saboteur } from './saboteur.ts';

export const notificationSaboteurs: readonly Saboteur[] = [
  breaks('notifications', 'everything is new', () => ({ takeNew: async (_app, _owner, identities) => identities })),
  breaks('notifications', 'new ones in any order', ({ notifications }) => ({
    takeNew: async (...asked) => [...(await notifications.takeNew(...asked))].sort(),
  })),
  breaks('notifications', 'identities of one app are known to all', ({ notifications }) => ({
    takeNew: (_app, ...asked) => notifications.takeNew('hosted ledger', ...asked),
  })),
  breaks('notifications', 'a gap is overlooked', ({ notifications }) => ({
    async moveCursor(app, first, last, at) {
      const move = await notifications.moveCursor(app, first, last, at);
      return move === 'gap' ? 'next' : move;
    },
  })),
  breaks('notifications', 'the cursor goes back', ({ notifications }, db) => ({
    async moveCursor(app, first, last, at) {
      const move = await notifications.moveCursor(app, first, last, at);
      await db('notification_cursors').where({ app_key: app }).update({ last });
      return move;
    },
  })),
  breaks('notifications', 'a jump is called old and taken over', ({ notifications }, db) => ({
    async moveCursor(app, first, last, at) {
      const move = await notifications.moveCursor(app, first, last, at);
      if (move === 'jump') await db('notification_cursors').where({ app_key: app }).update({ last });
      return move;
    },
  })),
  breaks('notifications', 'counts the reads of all connections, finished ones too', ({ notifications }, db) => ({
    async owners(app, tenantIds) {
      const [row] = await db('operations').where({ type: 'notification.process' }).count('* as n');
      const unfinishedReads = Number(row?.['n'] ?? 0);
      return (await notifications.owners(app, tenantIds)).map((owner) => ({ ...owner, unfinishedReads }));
    },
  })),
  breaks('notifications', 'finds owners through any app', ({ notifications }) => ({
    owners: (_app, tenantIds) => notifications.owners('hosted ledger', tenantIds),
  })),
  breaks('notifications', 'finds no owners', () => ({ owners: async () => [] })),
];
