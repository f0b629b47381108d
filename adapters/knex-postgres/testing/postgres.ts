import type { Harness } from '#contract-tests';
import type { Storage } from '#core/ports';
import { postgresUrl } from '../../../tools/test-setup.ts';
import type { Database } from '../../knex/database.ts';
import { emptyAll } from '../../knex/testing/empty-all.ts';
import { openPostgres } from '../open-postgres.ts';

export interface PostgresForTests {
  readonly url: string;
  readonly schema: string;
  readonly database: Database;
  readonly storage: Harness<Storage>;
  close(): Promise<void>;
}

/** A migrated schema of its own; each clause finds it empty. */
export async function postgresForTests(): Promise<PostgresForTests> {
  const url = await postgresUrl();
  const schema = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const database = await openPostgres({ url, schema });
  await database.migrate();
  return {
    url,
    schema,
    database,
    storage: {
      async open() {
        await emptyAll(database);
        return { subject: database.storage, close: async () => {} };
      },
    },
    async close() {
      await database.knex.raw(`drop schema ${schema} cascade`);
      await database.close();
    },
  };
}
