import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Harness } from '#contract-tests';
import type { Storage } from '#core/ports';
import type { Database } from '../../knex/database.ts';
import { emptyAll } from '../../knex/testing/empty-all.ts';
import { openSqlite } from '../open-sqlite.ts';
import { writeMigrated } from './migrated.ts';

export interface SqliteForTests {
  readonly filename: string;
  readonly database: Database;
  readonly storage: Harness<Storage>;
  /** Another database with what this one holds now. */
  copied(): Promise<Database>;
  close(): Promise<void>;
}

/** Opens a migrated database in a file, which each clause finds empty. */
export async function sqliteForTests(): Promise<SqliteForTests> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-sqlite-'));
  const filename = path.join(folder, 'test.db');
  await writeMigrated(filename);
  const database = await openSqlite({ filename, synchronous: 'normal' });
  let copies = 0;
  return {
    filename,
    database,
    storage: {
      async open() {
        await emptyAll(database);
        return { subject: database.storage, close: async () => {} };
      },
    },
    async copied() {
      const copy = `${filename}.copy-${++copies}`;
      await database.knex.raw('vacuum into ?', [copy]);
      return openSqlite({ filename: copy, synchronous: 'normal' });
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
