import pg from 'pg';
import type { Harness } from '#contract-tests';
import type { Storage } from '#core/ports';
import { postgresUrl } from '../../../tools/test-setup.ts';
import type { Database } from '../../knex/database.ts';
import { emptyAll } from '../../knex/testing/empty-all.ts';
import { openPostgres } from '../open-postgres.ts';
import { migratedDatabase } from './migrated.ts';

export interface PostgresForTests {
  readonly url: string;
  readonly database: Database;
  readonly storage: Harness<Storage>;
  /** Another database, in a schema of its own, with what this one holds now. */
  copied(): Promise<Database>;
  close(): Promise<void>;
}

/** Makes an empty schema in a database, by default the tests' own; connections over the URL work in it. */
export async function schemaForTests(server?: string): Promise<{
  readonly url: string;
  readonly schema: string;
  drop(): Promise<void>;
}> {
  const place = server ?? (await postgresUrl());
  const schema = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const run = async (sql: string) => {
    const client = new pg.Client(place);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create schema ${schema}`);
  const url = new URL(place);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return { url: url.href, schema, drop: () => run(`drop schema ${schema} cascade`) };
}

/** Opens a migrated database, which each clause finds empty. */
export async function postgresForTests(): Promise<PostgresForTests> {
  const { url, drop } = await migratedDatabase();
  const database = await openPostgres({ url });
  return {
    url,
    database,
    storage: {
      async open() {
        await emptyAll(database);
        return { subject: database.storage, close: async () => {} };
      },
    },
    async copied() {
      const copy = await schemaForTests(url);
      const other = await openPostgres({ url: copy.url });
      await other.migrate();
      await copyRows(database, { from: 'public', to: copy.schema });
      return other;
    },
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Copies all rows as they are: neither triggers nor references act on them. */
async function copyRows({ knex }: Database, { from, to }: { readonly from: string; readonly to: string }) {
  const tables: readonly { tablename: string }[] = await knex('pg_tables').where({ schemaname: from });
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    for (const { tablename } of tables) {
      const columns: readonly { name: string }[] = await trx('information_schema.columns')
        .where({ table_schema: from, table_name: tablename, is_generated: 'NEVER' })
        .select({ name: 'column_name' });
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      await trx.raw(`delete from ${to}."${tablename}"`);
      await trx.raw(
        `insert into ${to}."${tablename}" (${names}) overriding system value select ${names} from ${from}."${tablename}"`,
      );
    }
  });
}
