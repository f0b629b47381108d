// Reads a page of a family's records as one row, in which the database has joined their texts.
import { pageBytesMost, type RecordPage } from '#core/ports';
import { timeOf } from '../columns.ts';
import { preparedRowsOf, rowsOf, type Session } from '../session.ts';
import { type RecordsAsked, skippedBy, sourceOf } from './record-source.ts';

interface PageRow {
  readonly total: number;
  readonly has_more: boolean | number;
  /** The items, joined by commas. Null where there are none, or where they exceed a page's bytes. */
  readonly items: string | null;
  /** The time when each record was first seen, a space and the record's id, in lines: no id contains a line feed. */
  readonly places: string | null;
  readonly last_value: string | number | null;
}

const shown = {
  columns: 'item, ending',
  item: 'item || ending',
  bytes: 'octet_length(item) + octet_length(ending) + 1',
};
const shownWithNative = {
  columns: 'item, ending, large_native_ending, native',
  item: `item || coalesce(large_native_ending, ',"provider_data":' || native || ending)`,
  bytes: `octet_length(item) + coalesce(octet_length(large_native_ending), octet_length(native)) + 128`,
};

/** Relies on both databases to aggregate rows in the order of the page. */
export async function listRecords(session: Session, asked: RecordsAsked): Promise<RecordPage> {
  const { filter, order, request } = asked;
  const source = await sourceOf(session, asked);
  const { rows, inOrder, key = 'null', total, narrowings } = source;
  const { columns, item, bytes } = filter.withoutNative ? shown : shownWithNative;
  const joined = `string_agg(${item}, ',')`;
  const skipped = source.isPage ? 0 : skippedBy(request);
  // Halves the number of items while a page is too large; a single item may have any size.
  for (let { limit } = request; ; limit = Math.ceil(limit / 2)) {
    // With a usual limit in the text, PostgreSQL plans a plain page once; that statement joins the items and then measures.
    const isPlanned = narrowings === 0 && skipped === 0 && [10, 20, 25, 50].includes(limit);
    const some = (most: number, offset: number) =>
      isPlanned
        ? { sql: `limit ${most} offset ${offset}`, values: rows.values }
        : { sql: 'limit ? offset ?', values: [...rows.values, most, offset] };
    const [page, behindIt] = [some(limit, skipped), some(1, skipped + limit)];
    const pageOfRows = (read: string) => `(select ${read} from ${rows.sql} ${inOrder} ${page.sql}) as page`;
    const [items, measured] = isPlanned
      ? [`case when octet_length(${joined}) <= ? then ${joined} end`, []]
      : [`${joined} filter (where (select sum(bytes) from ${pageOfRows(`${bytes} as bytes`)}) <= ?)`, page.values];
    const sql = `select (${total.sql}) as total, ${items} as items,
        exists (select 1 from ${rows.sql} ${inOrder} ${behindIt.sql}) as has_more,
        string_agg(first_seen_at || ' ' || provider_id, '\n') as places,
        ${order && !order.isDescending ? 'max' : 'min'}(sort_value) as last_value
      from ${pageOfRows(`first_seen_at, provider_id, ${key} as sort_value, ${columns}`)}`;
    const bytesMost = limit === 1 ? 2 ** 31 - 1 : pageBytesMost;
    const values = [...total.values, ...measured, bytesMost, ...behindIt.values, ...page.values];
    const [row] = await (narrowings > 1 ? rowsOf : preparedRowsOf)<PageRow>(session.db, sql, values);
    if (row && (row.items !== null || row.places === null)) return pageOf(row);
  }
}

function pageOf({ total, has_more, items, places, last_value }: PageRow): RecordPage {
  const hasMore = Boolean(has_more);
  const [, at, id = ''] = /^(\S+) (.*)$/s.exec(places?.slice(places.lastIndexOf('\n') + 1) ?? '') ?? [];
  const value = last_value === null ? {} : { value: String(last_value) };
  return {
    itemsJson: `[${items ?? ''}]`,
    total,
    hasMore,
    next: hasMore && at !== undefined ? { at: timeOf(Number(at)), id, ...value } : null,
  };
}
