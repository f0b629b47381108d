import type { Saboteur } from './saboteur.ts';

export const notificationSaboteurs: readonly Saboteur[] = [
  {
    name: 'everything is new',
    stores: () => ({ notifications: { takeNew: async (_app, _owner, identities) => identities } }),
  },
  {
    name: 'new ones in any order',
    stores: ({ notifications }) => ({
      notifications: { takeNew: async (...asked) => [...(await notifications.takeNew(...asked))].sort() },
    }),
  },
  {
    name: 'identities of one app are known to all',
    stores: ({ notifications }) => ({
      notifications: { takeNew: (_app, ...asked) => notifications.takeNew('hosted', ...asked) },
    }),
  },
  {
    name: 'a gap is overlooked',
    stores: ({ notifications }) => ({
      notifications: {
        async moveCursor(app, first, last, at) {
          const move = await notifications.moveCursor(app, first, last, at);
          return move === 'gap' ? 'next' : move;
        },
      },
    }),
  },
  {
    name: 'the cursor goes back',
    stores: ({ notifications }, db) => ({
      notifications: {
        async moveCursor(app, first, last, at) {
          const move = await notifications.moveCursor(app, first, last, at);
          await db('notification_cursors').where({ app_key: app }).update({ last });
          return move;
        },
      },
    }),
  },
  {
    name: 'a jump is called old and taken over',
    stores: ({ notifications }, db) => ({
      notifications: {
        async moveCursor(app, first, last, at) {
          const move = await notifications.moveCursor(app, first, last, at);
          if (move === 'jump') await db('notification_cursors').where({ app_key: app }).update({ last });
          return move;
        },
      },
    }),
  },
  {
    name: 'counts the reads of all connections, finished ones too',
    stores: ({ notifications }, db) => ({
      notifications: {
        async owners(app, tenantIds) {
          const [row] = await db('operations').where({ type: 'notification.process' }).count('* as n');
          const unfinishedReads = Number(row?.['n'] ?? 0);
          return (await notifications.owners(app, tenantIds)).map((owner) => ({ ...owner, unfinishedReads }));
        },
      },
    }),
  },
  {
    name: 'finds owners through any app',
    stores: ({ notifications }) => ({
      notifications: { owners: (_app, tenantIds) => notifications.owners('hosted', tenantIds) },
    }),
  },
  {
    name: 'finds no owners',
    stores: () => ({ notifications: { owners: async () => [] } }),
  },
];
