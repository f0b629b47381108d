import { verify } from '#contract-tests';
import { describePostgres } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { type EmptyDatabase, schemaClauses } from '../knex/testing/schema-clauses.ts';
import { openPostgres } from './open-postgres.ts';
import { schemaForTests } from './testing/postgres.ts';

const harness = {
  async open() {
    const { url, drop } = await schemaForTests();
    const opened: Database[] = [];
    const subject: EmptyDatabase = {
      tables: 'select table_name as name from information_schema.tables where table_schema = current_schema()',
      async open() {
        const database = await openPostgres({ url, poolMax: 2 });
        opened.push(database);
        return database;
      },
    };
    const close = async () => {
      for (const database of opened) await database.close();
      await drop();
    };
    return { subject, close };
  },
};

describePostgres('on PostgreSQL', () => {
  verify({ port: 'schema', clauses: schemaClauses }, harness, { describe, it });
});
