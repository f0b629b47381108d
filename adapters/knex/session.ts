import type { Knex } from 'knex';
import type { Dialect } from './dialect.ts';
import type { Pool } from './pool.ts';

export interface Session {
  readonly db: Knex;
  readonly dialect: Dialect;
}

/** Runs `work` in the caller's transaction, or in a new one. */
export function atomic<T>(session: Session, work: (inner: Session) => Promise<T>): Promise<T> {
  if (session.db.isTransaction) return work(session);
  return session.db.transaction((db) => work({ ...session, db }));
}

/**
 * In a transaction, runs `write` behind a savepoint, one at a time: PostgreSQL refuses all statements after a failed
 * one.
 */
export async function behindSavepoint<T>({ db }: Session, write: (db: Knex) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return write(db);
  await preparedRowsOf(db, 'savepoint unwritten', []);
  try {
    return await write(db);
  } catch (error) {
    await preparedRowsOf(db, 'rollback to savepoint unwritten', []);
    throw error;
  } finally {
    await preparedRowsOf(db, 'release savepoint unwritten', []);
  }
}

/** Returns false when `write` broke a unique index; the transaction goes on. */
export async function unlessTaken(session: Session, write: (db: Knex) => Promise<boolean>): Promise<boolean> {
  try {
    return await behindSavepoint(session, write);
  } catch (error) {
    if (session.dialect.isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Throws outside a transaction, where a lock would be released before it is used. */
export function requireTransaction({ db }: Pick<Session, 'db'>, what: string): void {
  if (!db.isTransaction) throw new Error(`${what} works only inside storage.transaction`);
}

/** A condition for a statement that need not wait for a flush to disk; a transaction's commit always waits. */
export function unflushed({ db, dialect }: Session): string {
  return db.isTransaction ? 'true' : dialect.unflushed;
}

/** The caller names the type of the rows. */
export async function rowsOf<Row>(db: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<Row[]> {
  return unwrapped(await db.raw(sql, bindings));
}

/** As `rowsOf`, for a hot statement whose text never changes: PostgreSQL plans it once per connection. */
export async function preparedRowsOf<Row>(db: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<Row[]> {
  const pool = db.client.config.connectionPool as Pool;
  if (db.isTransaction) {
    const connection = await db.client.acquireConnection();
    // After the end of a transaction its connection is somebody else's, so Knex shall refuse the statement.
    if (!(db as Knex.Transaction).isCompleted()) return (await pool.rowsOn(connection, db, sql, bindings)) as Row[];
  }
  const rows = db.isTransaction ? undefined : pool.rows(db, sql, bindings);
  return rows ? ((await rows) as Row[]) : unwrapped(await db.raw(sql, bindings));
}

/** pg returns an object, better-sqlite3 the rows. */
function unwrapped<Row>(answer: unknown): Row[] {
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Row[];
}
