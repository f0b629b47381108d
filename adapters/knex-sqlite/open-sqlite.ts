import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { type Database, databaseOver } from '../knex/database.ts';
import { Pool } from '../knex/pool.ts';
import { type ConnectionOptions, openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

export interface SqliteOptions extends ConnectionOptions {
  /** How long a query waits for the connection (default 5,000). */
  readonly acquireTimeoutMs?: number;
}

/** Makes the file readable for its owner only, whatever the umask. SQLite copies the mode to its other files. */
function makeForOwner(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/**
 * Opens the embedded database with one connection: better-sqlite3 is synchronous, so a second connection of this
 * process could only wait for the first, perhaps for ever. Other processes may open the same file.
 */
export async function openSqlite({ acquireTimeoutMs = 5_000, ...options }: SqliteOptions): Promise<Database> {
  const { filename } = options;
  if (filename !== ':memory:') makeForOwner(path.resolve(filename));
  const connection = openConnection(options);
  const pool = new Pool<SqliteConnection>({
    min: 1,
    max: 1,
    acquireTimeoutMillis: acquireTimeoutMs,
    create: async () => connection,
    destroy: async () => connection.close(),
  });
  return databaseOver(pool, sqliteDialect, { client: 'better-sqlite3', useNullAsDefault: true });
}
