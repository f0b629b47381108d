import { mkdirSync } from 'node:fs';
import path from 'node:path';
import knexPackage from 'knex';
import { type Database, databaseOver } from '../knex/database.ts';
import { immediateClient, type SqliteConnection } from './immediate-client.ts';
import { keepStatements } from './kept-statements.ts';
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

/** How long SQLite itself may wait, which stops the event loop; longer waits are asynchronous. */
const blockingWaitMs = 5;
const cacheKilobytes = 16 * 1024;
const walLimitBytes = 64 * 1024 * 1024;

/**
 * Opens the embedded database. One connection only: better-sqlite3 is synchronous, so a second one in this process
 * would gain nothing and could wait for the first for ever. Other processes may open the same file.
 */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { filename, synchronous = 'full', busyTimeoutMs = 5_000, acquireTimeoutMs = 5_000 } = options;
  if (filename !== ':memory:') mkdirSync(path.dirname(path.resolve(filename)), { recursive: true });
  const knex = knexPackage.knex({
    client: immediateClient(busyTimeoutMs, acquireTimeoutMs),
    connection: { filename },
    useNullAsDefault: true,
    // Errors then name the statement without its values, which may be secrets or documents.
    compileSqlOnError: false,
    acquireConnectionTimeout: acquireTimeoutMs,
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: SqliteConnection) => void) {
        try {
          prepare(connection, synchronous, busyTimeoutMs);
          keepStatements(connection);
          done(null, connection);
        } catch (error) {
          done(error as Error, connection);
        }
      },
    },
  });
  try {
    await knex.raw('select 1');
  } catch (error) {
    await knex.destroy();
    throw new Error(`cannot open the SQLite database ${filename}: ${(error as Error).message}`, { cause: error });
  }
  return databaseOver(knex, sqliteDialect);
}

function prepare(connection: SqliteConnection, synchronous: 'full' | 'normal', busyTimeoutMs: number): void {
  // Turning to WAL needs the file for itself for a moment: before anything is served, waiting may block.
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma(`synchronous = ${synchronous}`);
  connection.pragma('foreign_keys = ON');
  // What is deleted is overwritten at once (scrub-files.ts takes out the rest).
  connection.pragma('secure_delete = ON');
  connection.pragma(`cache_size = -${cacheKilobytes}`);
  connection.pragma(`journal_size_limit = ${walLimitBytes}`);
  connection.pragma(`busy_timeout = ${blockingWaitMs}`);
}
