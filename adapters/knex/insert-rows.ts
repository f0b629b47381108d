import { type Table, withoutNul } from './columns.ts';
import { preparedRowsOf, type Session } from './session.ts';

/**
 * Inserts any number of rows in one statement, which takes them as one JSON text. Its text never changes, so PostgreSQL
 * plans it once, and SQLite does not bind thirty thousand values. `ending` may add a conflict rule and `returning`.
 * Rows with large documents cost less as plain values.
 */
export async function insertRows<Row extends object, Returned = never>(
  { db, dialect }: Pick<Session, 'db' | 'dialect'>,
  { name, words }: Pick<Table<never, Row>, 'name' | 'words'>,
  rows: readonly Row[],
  ending = '',
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  const columns = Object.keys(words).join(', ');
  // In an insert from a select, SQLite parses "on conflict" as part of a join unless a `where` precedes it.
  const sql = `insert into ${name} (${columns}) select ${columns} from (${dialect.given(words)}) as given where true ${ending}`;
  return preparedRowsOf<Returned>(db, sql, [rowsText(rows)]);
}

/** PostgreSQL refuses NUL and half a surrogate pair (which JSON escapes) in a JSON text. */
const refused = /\\u(0000|d[89a-f])/;

/** Returns rows as one binding. Rows are cleaned only if their text shows what PostgreSQL refuses, which is rare. */
export function rowsText(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return refused.test(text) ? JSON.stringify(rows.map(cleaned)) : text;
}

function cleaned<Row extends object>(row: Row): object {
  const values = withoutNul(Object.values(row)).map((value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return Object.fromEntries(Object.keys(row).map((column, i) => [column, values[i]]));
}
