// Lists of more records than are sorted: read in an index's order, skipping those that do not match.
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Knex } from 'knex';
import { type Keyset, type Storage, totalExactBelow } from '#core/ports';
import { manyRecords } from './record-plans.ts';

interface Row {
  readonly provider_id: string;
  readonly first_seen_at: number;
  readonly due_date: string;
}

const place = { connectionId: manyRecords, type: 'invoices' } as const;
const order = { by: 'due_date', isDescending: true } as const;

/** Checks that every match comes once and in its place, even without a date. */
export async function checkManyRecords(db: Knex, storage: Storage): Promise<void> {
  const matching = db('cached_records').where({ connection_id: manyRecords, status: 'DRAFT' });
  const rows: Row[] = await matching.select('provider_id', 'first_seen_at', 'due_date');
  const expected = rows.sort(latestFirst);
  ok(expected.length > totalExactBelow);
  const seen: string[] = [];
  let after: Keyset | null = null;
  do {
    const request = after ? { limit: 200, after } : { limit: 200, page: 1 };
    const page = await storage.records.list(place, { status: 'DRAFT', withoutNative: true }, request, order);
    equal(page.total, totalExactBelow);
    seen.push(...JSON.parse(page.itemsJson).map((item: Row) => item.provider_id));
    after = page.next;
  } while (after && seen.length <= expected.length);
  const ids = expected.map(({ provider_id }) => provider_id);
  deepEqual(seen, ids);
}

function latestFirst(a: Row, b: Row): number {
  if (a.due_date !== b.due_date) return a.due_date > b.due_date ? -1 : 1;
  return b.first_seen_at - a.first_seen_at || (a.provider_id > b.provider_id ? -1 : 1);
}
