import type { Saboteur } from './saboteur.ts';

export const notificationSaboteurs: readonly Saboteur[] = [
  {
    name: 'everything is new',
    stores: () => ({ notifications: { takeNew: async (_app, identities) => identities } }),
  },
  {
    name: 'new ones in any order',
    stores: ({ notifications }) => ({
      notifications: { takeNew: async (app, ids, at) => [...(await notifications.takeNew(app, ids, at))].sort() },
    }),
  },
  {
    name: 'identities of one app are known to all',
    stores: ({ notifications }) => ({
      notifications: { takeNew: (_app, identities, at) => notifications.takeNew('hosted', identities, at) },
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
    name: 'standing with what was read long ago',
    stores: ({ notifications }, db) => ({
      notifications: {
        async standing(places) {
          const [row] = await db('operations').where({ type: 'notification.process' }).count('* as n');
          const unfinishedReads = Number(row?.['n'] ?? 0);
          return (await notifications.standing(places)).map((one) => ({ ...one, unfinishedReads }));
        },
      },
    }),
  },
  {
    name: 'takes reads wherever the cursor is',
    stores: ({ notifications }) => ({
      notifications: {
        takeReads: async (reads) =>
          (await notifications.takeReads(reads)) ?? notifications.takeReads({ ...reads, cursors: [] }),
      },
    }),
  },
  {
    name: 'takes reads and leaves the cursor',
    stores: ({ notifications }) => ({
      notifications: { takeReads: (reads) => notifications.takeReads({ ...reads, cursors: [] }) },
    }),
  },
  {
    name: 'a read is new whatever is known',
    stores: ({ notifications, operations }) => ({
      notifications: {
        async takeReads(reads) {
          const known = await notifications.takeReads(reads);
          await operations.insert(reads.news.flatMap(({ operation }) => (known?.has(operation.id) ? [operation] : [])));
          return known;
        },
      },
    }),
  },
  {
    name: 'standing without owners',
    stores: ({ notifications }) => ({
      notifications: {
        standing: async (places) => (await notifications.standing(places)).map((one) => ({ ...one, owner: undefined })),
      },
    }),
  },
];
