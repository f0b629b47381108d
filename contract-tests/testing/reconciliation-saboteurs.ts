import { breaks, type Saboteur } from './saboteur.ts';

export const reconciliationSaboteurs: readonly Saboteur[] = [
  {
    name: 'reconciliations: a connection keeps its turn when it ends',
    stores: ({ connections, reconciliations }, db) => ({
      connections: {
        async update(next, from) {
          const turns = await db('reconciliations').where({ connection_id: next.id });
          const isStored = await connections.update(next, from);
          if (turns.length > 0) await db('reconciliations').insert(turns).onConflict('connection_id').ignore();
          return isStored;
        },
      },
      reconciliations,
    }),
  },
  breaks('reconciliations', 'reconciliations: an app may have any number on their way', ({ reconciliations }) => ({
    due: (cut) => reconciliations.due({ ...cut, appMost: 1_000 }),
  })),
  breaks('reconciliations', 'reconciliations: what was planned long ago is on its way', ({ reconciliations }) => ({
    due: (cut) => reconciliations.due({ ...cut, plannedSince: new Date(0) }),
  })),
  breaks('reconciliations', 'reconciliations: nothing ends', () => ({ end: async () => {} })),
  breaks('reconciliations', 'reconciliations: a part begins at the first app', ({ reconciliations }) => ({
    due: (cut) => reconciliations.due({ ...cut, after: '' }),
  })),
  breaks('reconciliations', 'reconciliations: the next turn is forgotten', () => ({ plan: async () => {} })),
  {
    name: 'follows: a connection has one turn for both',
    stores: ({ reconciliations }) => ({ follows: reconciliations }),
  },
];
