// Lists of more records than are sorted: read in an index's order, skipping those that do not match.
import { deepEqual, ok } from 'node:assert/strict';
import type { Knex } from 'knex';
import { type Keyset, type RecordFilter, type RecordOrder, type Storage, totalExactBelow } from '#core/ports';
import { manyRecords } from './record-plans.ts';

interface Row {
  readonly search_text: string;
  readonly provider_id: string;
  readonly first_seen_at: number;
  readonly due_date: string;
}

const place = { connectionId: manyRecords, type: 'invoices' } as const;
const limit = 200;
const order = { by: 'due_date', isDescending: true } as const;

const asked: readonly (readonly [RecordFilter, RecordOrder?])[] = [
  [{ statuses: ['DRAFT'] }, order],
  [{ contains: 'inv-7' }],
  [{ contains: 'inv-7' }, order],
];

/** Checks that every match comes once and in its place, even without a date. */
export async function checkManyRecords(db: Knex, storage: Storage): Promise<void> {
  for (const [filter, by] of asked) {
    const matching = db('cached_records').where({ connection_id: manyRecords, status: 'DRAFT' });
    const rows: Row[] = await matching.select('provider_id', 'first_seen_at', 'due_date', 'search_text');
    const expected = rows
      .filter((row) => filter.contains === undefined || row.search_text.includes(filter.contains))
      .sort((a, b) => (by ? latestFirst(a, b) : newestFirst(a, b)));
    ok(expected.length > totalExactBelow);
    const placeOf = (row: Row): Keyset => ({
      at: new Date(Number(row.first_seen_at)),
      id: row.provider_id,
      ...(by && { value: row.due_date }),
    });
    const step = filter.contains === undefined ? limit : Math.floor(expected.length / 2) - 1;
    for (let start = 0; start < expected.length; start += step) {
      const before = expected[start - 1];
      const request = before ? { limit, after: placeOf(before) } : { limit, page: 1 };
      const { itemsJson, ...page } = await storage.records.list(place, { ...filter, withoutNative: true }, request, by);
      const ids = expected.slice(start, start + limit).map(({ provider_id }) => provider_id);
      const last = expected[start + limit] && expected[start + limit - 1];
      deepEqual(
        JSON.parse(itemsJson).map((item: Row) => item.provider_id),
        ids,
      );
      deepEqual(page, { total: totalExactBelow, hasMore: last !== undefined, next: last ? placeOf(last) : null });
    }
  }
}

function latestFirst(a: Row, b: Row): number {
  if (a.due_date !== b.due_date) return a.due_date > b.due_date ? -1 : 1;
  return newestFirst(a, b);
}

function newestFirst(a: Row, b: Row): number {
  return b.first_seen_at - a.first_seen_at || (a.provider_id > b.provider_id ? -1 : 1);
}
