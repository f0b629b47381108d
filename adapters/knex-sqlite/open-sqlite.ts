import { mkdirSync } from 'node:fs';
import path from 'node:path';
import knexPackage from 'knex';
import { type Database, databaseOver } from '../knex/database.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

export interface SqliteOptions {
  /** Path of the file, made with its folder when absent; `:memory:` for a database that ends with the process. */
  readonly filename: string;
  /** `normal` gains speed and may lose the last commits when the power fails; `full` (the default) loses nothing. */
  readonly synchronous?: 'full' | 'normal';
  /** How long a write waits for another process's (default 5,000). */
  readonly busyTimeoutMs?: number;
  /** How long a query waits for the connection (default 5,000). */
  readonly acquireTimeoutMs?: number;
}

/**
 * Opens the embedded database. One connection only: better-sqlite3 is synchronous, so a second one in this process
 * would gain nothing and could wait for the first for ever. Other processes may open the same file.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { filename, synchronous = 'full', busyTimeoutMs = 5_000, acquireTimeoutMs = 5_000 } = options;
  if (filename !== ':memory:') mkdirSync(path.dirname(path.resolve(filename)), { recursive: true });
  const connection = openConnection({ filename, synchronous, busyTimeoutMs });
  const pool = new knexPackage.KnexPool<SqliteConnection>({
    ...{ min: 1, max: 1, acquireTimeoutMillis: acquireTimeoutMs },
    create: async () => connection,
    destroy: async () => connection.close(),
  });
  return databaseOver(pool, sqliteDialect, { client: 'better-sqlite3', useNullAsDefault: true });
}
