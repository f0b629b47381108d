// Large caches, made by the database: copies of one record that the service itself stored, in many transactions.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchColumns } from '../../adapters/knex/stores/record-search.ts';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type Database, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import type { ConnectionOwner } from '../../core/ports.ts';

const table = 'cached_records';
const rowsAtOnce = 2_000;
/** IDs of copies end with their number. */
const idStart = '00000000-0000-4000-9000-';
const idOf = `'${idStart}' || substr(cast(1000000000000 + n as text), 2)`;

export interface FilledList {
  readonly connectionId: string;
  readonly records: number;
}

/** A place in a list: what is behind it is older. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

/** What searches find: the number of all invoices, and that of the one in the middle of a list. */
export const searched = { all: 'INV-0042', one: 'QU-1700' } as const;

/**
 * Gives each connection so many copies of the invoice that `sampleOf` has in the cache, each seen a moment after the
 * other. To searches, the copies have the numbers of `searched`.
 */
export async function fillLists(databaseUrl: string, sampleOf: string, lists: readonly FilledList[]): Promise<void> {
  await withTables(databaseUrl, async ({ knex }) => {
    const sample = await knex(table).where({ connection_id: sampleOf, type: 'invoices' }).first();
    if (!sample) throw new Error('the service has stored no invoice to copy');
    const { provider_id: sampleId } = sample;
    for (const { connectionId, records } of lists) {
      const owner = { id: connectionId, organizationId: sample.organization_id } as ConnectionOwner;
      const [all, one] = Object.values(searched).map((number) => searchColumns(owner, 'invoices', { number }));
      const found = (column: 'search_text' | 'search_terms') =>
        `case n when ${Math.ceil(records / 2)} then '${one?.[column]}' else '${all?.[column]}' end`;
      const values: Readonly<Record<string, string>> = {
        search_text: found('search_text'),
        search_terms: found('search_terms'),
        connection_id: `'${connectionId}'`,
        provider_id: idOf,
        first_seen_at: 'first_seen_at + n',
      };
      const copied = (column: string) =>
        values[column] ?? (typeof sample[column] === 'string' ? `replace(${column}, '${sampleId}', ${idOf})` : column);
      const columns = Object.keys(sample);
      for (let done = 0; done < records; done += rowsAtOnce) {
        const last = Math.min(records, done + rowsAtOnce);
        await knex.raw(
          `insert into ${table} (${columns.join(', ')})
           with recursive numbers (n) as (select ${done + 1} union all select n + 1 from numbers where n < ${last})
           select ${columns.map(copied).join(', ')} from numbers cross join ${table}
           where connection_id = ? and type = 'invoices' and provider_id = ?`,
          [sampleOf, sampleId],
        );
        // SQLite never lets the event loop go on by itself, which would then not see that a server closes a connection.
        await nextTurn();
      }
    }
  });
}

/** The place in the middle of a filled list. */
export async function middleOf(databaseUrl: string, { connectionId, records }: FilledList): Promise<Place> {
  const number = Math.ceil(records / 2);
  const id = `${idStart}${String(number).padStart(12, '0')}`;
  return withTables(databaseUrl, async ({ knex }) => {
    const [at] = await knex(table)
      .where({ connection_id: connectionId, type: 'invoices', provider_id: id })
      .pluck('first_seen_at');
    return { at: new Date(Number(at)), id };
  });
}

async function withTables<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const sqlite = 'sqlite:';
  const database = databaseUrl.startsWith(sqlite)
    ? await openSqlite({ filename: databaseUrl.slice(sqlite.length), synchronous: 'normal' })
    : await openPostgres({ url: databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
