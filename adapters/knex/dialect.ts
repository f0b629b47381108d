import type { Knex } from 'knex';
import { StorageUnavailable } from '#core/ports';

export interface SchemaWords {
  /** The type of text that is compared and sorted by bytes. */
  readonly text: string;
  /** An integer primary key that the database assigns. */
  readonly serial: string;
  /** Ends the definition of a table with small rows that are found only by primary key. */
  readonly keyed: string;
  /** Ends the definition of a table whose rows change often. */
  readonly busy: string;
  /** As `busy`, for rows with kilobytes of text that are not worth compressing. */
  readonly busyAndWide: string;
  /**
   * The last columns of the indexes that filter records: the place in a list, and what is compared before a row is
   * read.
   */
  readonly recordPlace: string;
  /** Maintains `record_counts`: the sum of a family's slots is its number of rows in `cached_records`. */
  readonly countingRecords: readonly string[];
  /** Maintains `hourly_sums`: the sum of the slots is how many of a kind ended in an hour with an outcome. */
  readonly countingEnds: readonly string[];
  /** Takes the end of what is replayed out of `hourly_sums`, so that they count what a list shows. */
  readonly takingEndsBack: readonly string[];
  /** Maintains `record_search` with the rows of `cached_records`, and indexes its terms. */
  readonly searchRecords: readonly string[];
  /** Keeps a renamed value: what an earlier build still writes as `from` is stored as `to`. */
  renaming(table: string, column: string, from: string, to: string): readonly string[];
  /**
   * Lets columns hold null. `indexes` are the statements of all indexes that name one of them: a database that must make
   * the columns anew makes these again.
   */
  allowingNull(
    table: string,
    columns: Readonly<Record<string, ColumnWord>>,
    indexes: readonly string[],
  ): readonly string[];
  /** Leaves the rows that are there with a new column's default, and gives later ones null; SQLite keeps the default. */
  withoutDefault(table: string, column: string): readonly string[];
  /** Makes a unique index the table's primary key, which replication needs; SQLite needs none. */
  alsoPrimary(table: string, index: string): readonly string[];
  /** Returns SQL for the key id that a sealed value names (`v1.<key id>.…`), empty for another form. */
  sealingKeyOf(column: string): string;
}

/** A column's type, for statements that take rows as one JSON document. */
export type ColumnWord = 'text' | 'integer' | 'smallint' | 'bigint' | 'boolean';

export interface Dialect {
  /** For tests and messages; stores use the members below. */
  readonly name: 'sqlite' | 'postgres';
  readonly words: SchemaWords;
  /** Ends a select that locks its rows until the transaction ends. */
  readonly forUpdate: string;
  /** Ends a select that locks its rows and skips rows that others have locked. */
  readonly skipLocked: string;
  among(select: string): string;
  /** A lateral join: a table `each` with one column `value`, the ids that the select finds for each row before it. */
  each(select: string): string;
  /**
   * A condition that is always true. Its statement commits without waiting for a flush to disk, outside a transaction
   * (`unflushed` of session.ts). A crash of the database's machine, not of a process, may lose its changes of the last
   * half second, unless a later commit with a flush came in between.
   */
  readonly unflushed: string;
  /**
   * A select of the rows of one binding, a JSON list of objects, so that the statement does not depend on their number.
   */
  given(columns: Readonly<Record<string, ColumnWord>>): string;
  /** Returns SQL for the rows (at, count) in a column that holds a JSON list of such pairs. */
  counts(column: string): string;
  /** Aggregates rows (at, count) into such a JSON list. */
  readonly countList: string;
  readonly greatest: string;
  /** Returns SQL for a text of a column that holds a JSON object, null if it has none under the name. */
  textIn(column: string, name: string): string;
  /** The rows of `record_search` that have all of the given terms, as a table of a query. */
  readonly recordsWithTerms: string;
  /** Begins a migration: waits until no other process migrates, and holds others off until the end. */
  readonly beforeMigration: readonly string[];
  /** Selects the server's time in milliseconds as `now`; undefined where the database uses this machine's clock. */
  readonly clock: string | undefined;
  /** Removes deleted bytes from the database's files (RetentionStore.scrub). Never inside a transaction. */
  scrub(db: Knex): Promise<'done' | 'busy' | 'too_large'>;
  /**
   * Columns `system`, `timeline` and `replayed`: the server's identity, its timeline, and where it stopped to replay
   * another's log when it became the primary; each null where it has none.
   */
  readonly place: string;
  /** Selects one row when the table exists. */
  readonly tableExists: string;
  /** Returns SQL for a column in a condition whose index the planner must not choose. */
  unindexed(column: string): string;
  isUniqueViolation(error: unknown): boolean;
  /** True when the database refused a row for its content and would accept others. */
  isDataFault(error: unknown): boolean;
}

export function driverCode(error: unknown): string | undefined {
  if (error instanceof StorageUnavailable) return driverCode(error.cause);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** `Dialect.place` of a server that tells nothing of it. */
export const noPlace = 'null as system, null as timeline, null as replayed';
