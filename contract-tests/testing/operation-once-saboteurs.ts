import type { Saboteur } from './saboteur.ts';

const table = 'operations';

export const onceSaboteurs: readonly Saboteur[] = [
  {
    name: 'a document is ended by as many as are asked for',
    stores: ({ operations }) => ({
      operations: {
        async insertOnce(operation) {
          await operations.insert([{ ...operation, subject: `${operation.subject} ${operation.id}` }]);
          return operation.id;
        },
      },
    }),
  },
  {
    name: 'a second operation of a document is told its own id',
    stores: ({ operations }) => ({
      operations: {
        async insertOnce(operation) {
          await operations.insertOnce(operation);
          return operation.id;
        },
      },
    }),
  },
  {
    name: 'an ended operation of a document stands in the way',
    stores: ({ operations }, db) => ({
      operations: {
        async insertOnce(operation) {
          const { type, subject } = operation;
          const row = await db(table).where({ type, subject, connection_id: operation.connectionId }).first();
          return row ? row.id : operations.insertOnce(operation);
        },
      },
    }),
  },
  {
    name: 'a replay passes an unfinished operation of its document',
    stores: ({ operations }, db) => ({
      operations: {
        async update(next, from) {
          if (next.state === 'queued') await db(table).where({ id: next.id }).update({ subject: next.id });
          return operations.update(next, from);
        },
      },
    }),
  },
];
