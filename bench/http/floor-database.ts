// The database as a bare route uses it: the driver alone, prepared statements, durable commits.
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface FloorDatabase {
  /** The texts of a page of invoices, newest first. `after` is the place (time, ID) behind which it begins. */
  page(connectionId: string, after?: readonly [number, string]): Promise<readonly string[]>;
  /** One row of this text, durable when it resolves. */
  commit(text: string): Promise<void>;
  close(): Promise<void>;
}

const rows = 51;
const beginning = 'select item || ending as text from cached_records where connection_id = $1 and type = $2';
const ending = `order by first_seen_at desc, provider_id desc limit ${rows}`;
const first = `${beginning} ${ending}`;
const later = `${beginning} and (first_seen_at, provider_id) < ($3, $4) ${ending}`;
const table = 'create table if not exists bench_commits (text text not null)';
const insert = 'insert into bench_commits (text) values ($1)';

interface Row {
  readonly text: string;
}

/** As a list sends them: one record more was read to know whether there are more. */
const texts = (found: readonly Row[]): readonly string[] => found.slice(0, rows - 1).map(({ text }) => text);

export function openFloorDatabase(url: string): Promise<FloorDatabase> {
  return url.startsWith('sqlite:') ? overSqlite(url.slice('sqlite:'.length)) : overPostgres(url);
}

async function overSqlite(filename: string): Promise<FloorDatabase> {
  const database = new Sqlite(filename);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(table);
  const prepared = (sql: string) => database.prepare<unknown[], Row>(sql.replace(/\$\d/g, '?'));
  const [firstPage, laterPage, inserting] = [prepared(first), prepared(later), prepared(insert)];
  return {
    page: async (connectionId, after) =>
      texts(after ? laterPage.all(connectionId, 'invoices', ...after) : firstPage.all(connectionId, 'invoices')),
    commit: async (text) => void inserting.run(text),
    close: async () => void database.close(),
  };
}

async function overPostgres(url: string): Promise<FloorDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(table);
  const asked = (name: string, text: string, values: readonly unknown[]) =>
    pool.query<Row>({ name, text, values: [...values] });
  return {
    async page(connectionId, after) {
      const found = after
        ? await asked('later', later, [connectionId, 'invoices', ...after])
        : await asked('first', first, [connectionId, 'invoices']);
      return texts(found.rows);
    },
    commit: async (text) => void (await asked('insert', insert, [text])),
    close: () => pool.end(),
  };
}
