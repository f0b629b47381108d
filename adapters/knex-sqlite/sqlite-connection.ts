// Adapts better-sqlite3 to Knex: prepares a statement, says whether it returns rows, and runs it.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { withoutNul } from '../knex/columns.ts';
import { driverCode } from '../knex/dialect.ts';
import type { Connection } from '../knex/pool.ts';
import { asUnavailable } from '../knex/unavailable.ts';

export interface SqliteConnection extends Connection {
  prepare(sql: string): PreparedQuery;
  close(): void;
}

interface PreparedQuery {
  /** True if the statement returns rows. */
  readonly reader: boolean;
  all(bindings: readonly unknown[]): unknown[] | Promise<unknown[]>;
  /** Returns the driver's own answer. */
  run(bindings: readonly unknown[]): unknown;
}

export interface ConnectionOptions {
  /** Path of the file, made with its folder when absent; `:memory:` for a database that ends with the process. */
  readonly filename: string;
  /** With `:memory:`, the bytes of a database file to begin with; by default it begins empty. */
  readonly contents?: Buffer;
  /** `normal` is faster and may lose the last commits when the power fails; `full` (the default) loses nothing. */
  readonly synchronous?: 'full' | 'normal';
  /** How long a write waits for the write of another process (default 5,000). */
  readonly busyTimeoutMs?: number;
}

/** How long SQLite itself waits for a lock, which blocks the event loop; longer waits are asynchronous. */
const blockingWaitMs = 5;
const cacheKilobytes = 16 * 1024;
const walLimitBytes = 64 * 1024 * 1024;
const retryPauseMs = 4;

/** Statements block the process; after some that took so long, others get their turns before the next one. */
const longMs = 4;
/** The platform accepts one new connection per turn of the event loop, and so do 50 in four such pauses. */
const turnsAfterLong = 16;

export function openConnection(options: ConnectionOptions): SqliteConnection {
  const { filename, contents, synchronous = 'full', busyTimeoutMs = 5_000 } = options;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(contents ?? filename, { timeout: busyTimeoutMs });
    // Turning on WAL needs the file exclusively; nothing is served yet, so this wait may block.
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('foreign_keys = ON');
    // Overwrites deleted rows at once; the dialect's `scrub` removes copies that remain.
    database.pragma('secure_delete = ON');
    database.pragma(`cache_size = -${cacheKilobytes}`);
    database.pragma(`journal_size_limit = ${walLimitBytes}`);
    // Reads the schema now, because preparing a later statement would have to wait for it.
    database.prepare('select 1 from sqlite_master').all();
    database.pragma(`busy_timeout = ${blockingWaitMs}`);
    return connectionOver(database, busyTimeoutMs, synchronous);
  } catch (cause) {
    database?.close();
    throw new Error(`cannot open the SQLite database ${filename}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A statement that contains this mark commits without a flush to disk; the next commit with a flush flushes it, too.
 */
export const unflushedMark = '/* unflushed */';

function connectionOver(database: Sqlite.Database, busyTimeoutMs: number, synchronous: string): SqliteConnection {
  const prepare = storingStatements<Sqlite.Statement>(database);

  /** A transaction holds the write lock from its start, so its statements never meet another writer. */
  function whenFree<T>(attempt: () => T): T | Promise<T> {
    return database.inTransaction ? attempt() : retriedWhileBusy(attempt, busyTimeoutMs);
  }

  /** How long the statements of a transaction, or a statement without one, have blocked the process. */
  let blockedMs = 0;
  /**
   * Pauses after long work. Within a transaction nobody else may use the connection, so a pause would only lengthen it:
   * it comes at the end.
   */
  function pausing<T>(work: () => T | Promise<T>): T | Promise<T> {
    const beganMs = performance.now();
    const made = work();
    blockedMs += performance.now() - beganMs;
    if (database.inTransaction) return made;
    const isLong = blockedMs >= longMs;
    blockedMs = 0;
    return isLong ? othersTurns().then(() => made) : made;
  }

  let current = synchronous;
  /**
   * Sets how commits flush. The setting stays until another is wanted, because it costs as much as a small statement.
   */
  function committing<T>(wanted: string, attempt: () => T): T {
    if (current !== wanted && !database.inTransaction) {
      database.pragma(`synchronous = ${wanted}`);
      current = wanted;
    }
    return attempt();
  }

  return {
    prepare(sql) {
      const statement = told(() => prepare(beginImmediately(sql)));
      if (isCommit(sql)) {
        return { reader: false, all: () => [], run: () => pausing(() => told(() => commit(database, statement))) };
      }
      // A full disk or a fault of the file may have ended the transaction already.
      if (isRollback(sql)) {
        const end = () => (database.inTransaction ? statement.run() : undefined);
        return { reader: false, all: () => [], run: () => pausing(end) };
      }
      // `off` could corrupt the file when this commit checkpoints the WAL; `normal` cannot.
      const unlessRead = sql.includes(unflushedMark) ? 'normal' : synchronous;
      const made = <T>(attempt: () => T) =>
        told(() => whenFree(statement.readonly ? attempt : () => committing(unlessRead, attempt)));
      return {
        reader: statement.reader,
        all: (bindings) => pausing(() => made(() => statement.all(withoutNul(bindings)))),
        run: (bindings) => pausing(() => made(() => statement.run(withoutNul(bindings)))),
      };
    },
    async rows(sql, bindings) {
      const query = this.prepare(sql);
      if (query.reader) return query.all(bindings);
      await query.run(bindings);
      return [];
    },
    close: () => void database.close(),
  };
}

async function othersTurns(): Promise<void> {
  for (let turn = 0; turn < turnsAfterLong; turn++) await nextTurn();
}

/**
 * A plain BEGIN takes the write lock at the first write. If the transaction has read and another process has written
 * since, that write fails with SQLITE_BUSY at once; BEGIN IMMEDIATE waits for the lock at the start.
 */
function beginImmediately(sql: string): string {
  return /^\s*begin\s*;?\s*$/i.test(sql) ? 'BEGIN IMMEDIATE' : sql;
}

/** Runs a part of a statement; throws, or rejects with, StorageUnavailable where the database is not to be had. */
function told<T>(part: () => T): T {
  try {
    const made = part();
    if (!(made instanceof Promise)) return made;
    return made.catch((error: unknown) => {
      throw asUnavailable(error);
    }) as T;
  } catch (error) {
    throw asUnavailable(error);
  }
}

function isRollback(sql: string): boolean {
  return /^\s*(rollback|release)\b/i.test(sql);
}

function isCommit(sql: string): boolean {
  return /^\s*commit\s*;?\s*$/i.test(sql);
}

/** A commit that a deferred constraint refuses leaves the transaction open, so it is rolled back here. */
function commit(database: Sqlite.Database, statement: Sqlite.Statement): Sqlite.RunResult {
  try {
    return statement.run();
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Repeats `attempt` while another process writes, until `timeoutMs` have passed; then throws SQLite's error. SQLite's
 * own busy_timeout would block the event loop for the whole wait.
 */
async function retriedWhileBusy<T>(attempt: () => T, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!driverCode(error)?.startsWith('SQLITE_BUSY') || performance.now() >= deadline) throw error;
    }
    await wait(retryPauseMs * (0.5 + Math.random()));
  }
}

const storedMost = 500;
const reusable = /^\s*(select|insert|update|delete|with|begin|commit|savepoint|release|rollback)\b/i;
const changesSchema = /^\s*(create|alter|drop)\b/i;

/**
 * Keeps prepared statements, because Knex prepares every query anew, which takes a fifth of the CPU of a live read. A
 * statement that changes the schema removes all of them.
 */
export function storingStatements<Statement>(database: {
  prepare(sql: string): Statement;
}): (sql: string) => Statement {
  const stored = new Map<string, Statement>();
  return (sql) => {
    const found = stored.get(sql);
    if (found) return found;
    if (changesSchema.test(sql)) stored.clear();
    const statement = database.prepare(changesSchema.test(sql) ? sql : planned(sql));
    if (!reusable.test(sql)) return statement;
    if (stored.size >= storedMost) stored.delete(stored.keys().next().value ?? sql);
    stored.set(sql, statement);
    return statement;
  };
}

/**
 * For a bare `?` whose value could change the plan, SQLite compiles the statement again for each value, which takes
 * longer than running most statements. `+?` has the same value and does not cause that.
 */
function planned(sql: string): string {
  return sql.replaceAll('?', '+?');
}
