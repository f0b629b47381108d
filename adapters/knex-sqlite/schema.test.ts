import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verify } from '#contract-tests';
import type { Database } from '../knex/database.ts';
import { type EmptyDatabase, schemaClauses } from '../knex/testing/schema-clauses.ts';
import { openSqlite } from './open-sqlite.ts';

const harness = {
  async open() {
    const folder = mkdtempSync(path.join(tmpdir(), 'test-sqlite-'));
    const opened: Database[] = [];
    const subject: EmptyDatabase = {
      tables: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`,
      async open() {
        const database = await openSqlite({ filename: path.join(folder, 'test.db') });
        opened.push(database);
        return database;
      },
    };
    const close = async () => {
      for (const database of opened) await database.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { subject, close };
  },
};

verify({ port: 'schema on SQLite', clauses: schemaClauses }, harness, { describe, it });
