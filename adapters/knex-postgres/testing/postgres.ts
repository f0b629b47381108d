import pg from 'pg';
import type { Harness } from '#contract-tests';
import type { Storage } from '#core/ports';
import { postgresUrl } from '../../../tools/test-setup.ts';
import type { Database } from '../../knex/database.ts';
import { emptyAll } from '../../knex/testing/empty-all.ts';
import { openPostgres } from '../open-postgres.ts';

export interface PostgresForTests {
  readonly url: string;
  readonly database: Database;
  readonly storage: Harness<Storage>;
  close(): Promise<void>;
}

/** Makes an empty schema; connections over the URL work in it. */
export async function schemaForTests(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await postgresUrl();
  const schema = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const run = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create schema ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return { url: url.href, drop: () => run(`drop schema ${schema} cascade`) };
}

/** Opens a migrated schema, which each clause finds empty. */
export async function postgresForTests(): Promise<PostgresForTests> {
  const { url, drop } = await schemaForTests();
  const database = await openPostgres({ url });
  await database.migrate();
  return {
    url,
    database,
    storage: {
      async open() {
        await emptyAll(database);
        return { subject: database.storage, close: async () => {} };
      },
    },
    async close() {
      await database.close();
      await drop();
    },
  };
}
