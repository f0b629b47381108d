import pg from 'pg';
import { verify } from '#contract-tests';
import { describePostgres, postgresUrl } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { type EmptyDatabase, schemaClauses } from '../knex/testing/schema-clauses.ts';
import { openPostgres } from './open-postgres.ts';

const harness = {
  async open() {
    const url = await postgresUrl();
    const schema = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const opened: Database[] = [];
    const subject: EmptyDatabase = {
      async open() {
        const database = await openPostgres({ url, schema, poolMax: 2 });
        opened.push(database);
        return database;
      },
    };
    const close = async () => {
      for (const database of opened) await database.close();
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`drop schema if exists ${schema} cascade`);
      await client.end();
    };
    return { subject, close };
  },
};

describePostgres('on PostgreSQL', () => {
  verify({ port: 'schema', clauses: schemaClauses }, harness, { describe, it });
});
