// A better-sqlite3 connection as Knex uses one: it prepares a statement, asks whether it returns rows, and awaits them.
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { withoutNul } from '../knex/columns.ts';
import { driverCode } from '../knex/dialect.ts';
import type { Connection } from '../knex/pool.ts';

export interface SqliteConnection extends Connection {
  prepare(sql: string): PreparedQuery;
  close(): void;
}

interface PreparedQuery {
  /** Whether it returns rows. */
  readonly reader: boolean;
  all(bindings: readonly unknown[]): unknown[] | Promise<unknown[]>;
  /** Its answer is the driver's own. */
  run(bindings: readonly unknown[]): unknown;
}

export interface ConnectionOptions {
  /** Path of the file, made with its folder when absent; `:memory:` for a database that ends with the process. */
  readonly filename: string;
  /** `normal` gains speed and may lose the last commits when the power fails; `full` (the default) loses nothing. */
  readonly synchronous?: 'full' | 'normal';
  /** How long a write waits for another process's (default 5,000). */
  readonly busyTimeoutMs?: number;
}

/** How long SQLite itself may wait, which stops the event loop; longer waits are asynchronous. */
const blockingWaitMs = 5;
const cacheKilobytes = 16 * 1024;
const walLimitBytes = 64 * 1024 * 1024;
const retryPauseMs = 4;

export function openConnection(options: ConnectionOptions): SqliteConnection {
  const { filename, synchronous = 'full', busyTimeoutMs = 5_000 } = options;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(filename, { timeout: busyTimeoutMs });
    // Turning to WAL needs the file for itself for a moment: before anything is served, waiting may block.
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('foreign_keys = ON');
    // What is deleted is overwritten at once (`scrub` of the dialect removes what is left of it).
    database.pragma('secure_delete = ON');
    database.pragma(`cache_size = -${cacheKilobytes}`);
    database.pragma(`journal_size_limit = ${walLimitBytes}`);
    // The schema is read now, so that no later statement waits for it while it is prepared.
    database.prepare('select 1 from sqlite_master').all();
    database.pragma(`busy_timeout = ${blockingWaitMs}`);
    return connectionOver(database, busyTimeoutMs, synchronous);
  } catch (cause) {
    database?.close();
    throw new Error(`cannot open the SQLite database ${filename}: ${(cause as Error).message}`, { cause });
  }
}

/** A statement that names it commits without a flush to disk; the next commit that flushes, flushes it too. */
export const unflushedMark = '/* unflushed */';

function connectionOver(database: Sqlite.Database, busyTimeoutMs: number, synchronous: string): SqliteConnection {
  const prepare = storingStatements<Sqlite.Statement>(database);

  /** A statement in a transaction never meets another writer: the transaction has the right to write from its start. */
  function whenFree<T>(attempt: () => T): T | Promise<T> {
    return database.inTransaction ? attempt() : retriedWhileBusy(attempt, busyTimeoutMs);
  }

  let current = synchronous;
  /** Commits in this way from now on. Setting it takes as long as a small statement, so it stays until it must be another. */
  function committing<T>(wanted: string, attempt: () => T): T {
    if (current !== wanted && !database.inTransaction) {
      database.pragma(`synchronous = ${wanted}`);
      current = wanted;
    }
    return attempt();
  }

  return {
    prepare(sql) {
      const statement = prepare(beginImmediately(sql));
      if (isCommit(sql)) return { reader: false, all: () => [], run: () => commit(database, statement) };
      // `normal`, because `off` could break the file where this commit turns the log into pages.
      const unlessRead = sql.includes(unflushedMark) ? 'normal' : synchronous;
      const made = <T>(attempt: () => T) =>
        whenFree(statement.readonly ? attempt : () => committing(unlessRead, attempt));
      return {
        reader: statement.reader,
        all: (bindings) => made(() => statement.all(withoutNul(bindings))),
        run: (bindings) => made(() => statement.run(withoutNul(bindings))),
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

/**
 * A plain BEGIN asks for the right to write only at the first write. Whoever has read before gets SQLITE_BUSY there when
 * another process has written meanwhile, however long it waits; BEGIN IMMEDIATE waits its turn at the start.
 */
function beginImmediately(sql: string): string {
  return /^\s*begin\s*;?\s*$/i.test(sql) ? 'BEGIN IMMEDIATE' : sql;
}

function isCommit(sql: string): boolean {
  return /^\s*commit\s*;?\s*$/i.test(sql);
}

/** A commit that a deferred constraint refuses leaves the transaction open; it must not stay on the connection. */
function commit(database: Sqlite.Database, statement: Sqlite.Statement): Sqlite.RunResult {
  try {
    return statement.run();
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Repeats `attempt` while another process writes. SQLite's own busy_timeout would stop the event loop for the whole
 * wait; here only the caller waits. Gives up with SQLite's error after `timeoutMs`.
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
 * Knex prepares each query anew, about a fifth of the CPU of a live read, so prepared statements are stored here. A
 * statement that changes the schema removes all of them. One synchronous connection never leaves a statement half read.
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
 * Where SQLite looks at the value of a bare `?` to choose a plan, it compiles the statement anew for each value, which
 * takes longer than most statements run. At `+?`, which means the same, it does not look.
 */
function planned(sql: string): string {
  return sql.replaceAll('?', '+?');
}
