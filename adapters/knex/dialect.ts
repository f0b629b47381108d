import type { Knex } from 'knex';

export interface SchemaWords {
  /** Text that is compared and sorted by bytes. */
  readonly text: string;
  /** An integer primary key that counts by itself. */
  readonly serial: string;
  /** Ends the definition of a table whose rows are small and found by primary key only. */
  readonly keyed: string;
  /** Ends the definition of a table whose rows change often. */
  readonly busy: string;
  /** The same, of a table whose rows hold texts of kilobytes that are not worth compressing. */
  readonly busyAndWide: string;
  /** Ends the indexes by which records are filtered: their place in a list, and what else is compared before a row is read. */
  readonly recordPlace: string;
  /** Keeps `record_counts`, of which the sum over a family's slots is how many rows `cached_records` has of it. */
  readonly countingRecords: readonly string[];
  /** Keeps `hourly_sums`, of which the sum over the slots is how many of a kind ended in an hour with an outcome. */
  readonly countingEnds: readonly string[];
  /** Makes a unique index the primary key of its table, as replication wants one; SQLite needs none. */
  alsoPrimary(table: string, index: string): readonly string[];
  /** For queries and an index: the key id that a sealed value names (`v1.<key id>.…`), empty for another form. */
  sealingKeyOf(column: string): string;
}

/** The type of a column of rows that are handed to a statement as one document. */
export type ColumnWord = 'text' | 'integer' | 'smallint' | 'bigint' | 'boolean';

export interface Dialect {
  /** For tests and messages: stores ask the members below. */
  readonly name: 'sqlite' | 'postgres';
  readonly words: SchemaWords;
  /** Ends a raw select that locks its rows until the transaction ends. */
  readonly forUpdate: string;
  /** Ends a raw select that locks its rows and skips those that others have locked. */
  readonly skipLocked: string;
  among(select: string): string;
  /** What the select, of one column `id`, finds for each row before it: a table `each` of one column `value`. */
  each(select: string): string;
  /**
   * A condition that is always true. The statement that has it is a commit of its own (`unflushed` of session.ts) that
   * waits for no flush to disk. A crash of the database's machine, not of a process, may forget what it changed in the
   * last half second; it is on disk as soon as a later commit that waits is.
   */
  readonly unflushed: string;
  /** A select of the rows in one binding, a JSON list of objects: the statement stays the same however many there are. */
  given(columns: Readonly<Record<string, ColumnWord>>): string;
  /** The rows (at, count) of a list of such pairs as JSON text. */
  counts(column: string): string;
  /** That list as JSON text, of rows (at, count). */
  readonly countList: string;
  readonly greatest: string;
  /** Statements that begin a migration: they wait until no other process migrates, and make others wait until the end. */
  readonly beforeMigration: readonly string[];
  /** Asks for the server's time as `now`, in milliseconds; undefined where the database has this machine's clock. */
  readonly clock: string | undefined;
  /** Removes deleted bytes from the database's files (RetentionStore.scrub). Never inside a transaction. */
  scrub(db: Knex): Promise<'done' | 'busy' | 'too_large'>;
  /** Selects one row when the table exists. */
  readonly tableExists: string;
  /** A column in a condition that must not make the planner choose its index. */
  unindexed(column: string): string;
  isUniqueViolation(error: unknown): boolean;
  /** The database refused a row for its content; it accepts others. */
  isDataFault(error: unknown): boolean;
}

export function driverCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
