import { type Table, withoutNul } from './columns.ts';
import { preparedRowsOf, type Session } from './session.ts';

/**
 * Inserts any number of rows in one statement, which gets them as one JSON text: it stays the same, so PostgreSQL plans it
 * once, and SQLite does not bind a thousand rows of thirty columns as values. `ending` follows, such as a conflict rule;
 * the rows that it returns are returned. Rows with large documents cost less as plain values.
 */
export async function insertRows<Row extends object, Returned = never>(
  { db, dialect }: Pick<Session, 'db' | 'dialect'>,
  { name, words }: Pick<Table<never, Row>, 'name' | 'words'>,
  rows: readonly Row[],
  ending = '',
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  const columns = Object.keys(words).join(', ');
  // Where the rows come from a select, SQLite takes "on conflict" for its join unless a condition comes before it.
  const sql = `insert into ${name} (${columns}) select ${columns} from (${dialect.given(words)}) as given where true ${ending}`;
  return preparedRowsOf<Returned>(db, sql, [rowsText(rows)]);
}

/** PostgreSQL refuses these in a JSON text: NUL, and half of a surrogate pair (which JSON writes as an escape). */
const refused = /\\u(0000|d[89a-f])/;

/** Rows as one binding. Few hold what is refused, so only those are cleaned whose text shows it. */
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
