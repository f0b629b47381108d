import { breaks, type Saboteur } from './saboteur.ts';

const table = 'operations';

export const onceSaboteurs: readonly Saboteur[] = [
  breaks('operations', 'a document is ended by as many as are asked for', ({ operations }) => ({
    async insertOnce(operation) {
      await operations.insert([{ ...operation, subject: `${operation.subject} ${operation.id}` }]);
      return operation.id;
    },
  })),
  breaks('operations', 'a second operation of a document is told its own id', ({ operations }) => ({
    async insertOnce(operation) {
      await operations.insertOnce(operation);
      return operation.id;
    },
  })),
  breaks('operations', 'an ended operation of a document stands in the way', ({ operations }, db) => ({
    async insertOnce(operation) {
      const { type, subject } = operation;
      const row = await db(table).where({ type, subject, connection_id: operation.connectionId }).first();
      return row ? row.id : operations.insertOnce(operation);
    },
  })),
  breaks('operations', 'a replay passes an unfinished operation of its document', ({ operations }, db) => ({
    async update(next, from) {
      if (next.state === 'queued') await db(table).where({ id: next.id }).update({ subject: next.id });
      return operations.update(next, from);
    },
  })),
];
