// One page of a family's records: the database joins their texts, so one row holds the page.
import { pageBytesMost, type RecordPage, totalExactBelow } from '#core/ports';
import { timeOf } from '../columns.ts';
import { preparedRowsOf, rowsOf, type Session } from '../session.ts';
import { type RecordsAsked, sourceOf } from './record-source.ts';

interface PageRow {
  readonly total: number;
  readonly has_more: boolean | number;
  /** The items, joined by commas. Null where there are none, or where they are larger than a page may be. */
  readonly items: string | null;
  /** The id of each record and when it was first seen, joined by blanks, which are in no id of the provider. */
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

/** Both databases aggregate rows in the order in which the page has them. */
export async function listRecords(session: Session, asked: RecordsAsked): Promise<RecordPage> {
  const { filter, order, request } = asked;
  const { rows, inOrder, key = 'null', total, isUsual } = await sourceOf(session, asked);
  const { columns, item, bytes } = filter.withoutNative ? shown : shownWithNative;
  const pageOfRows = (read: string) => `(select ${read} from ${rows.sql} ${inOrder}) as page`;
  const sql = `select (${total.sql}) as total, exists (select 1 from ${rows.sql} ${inOrder}) as has_more,
      string_agg(${item}, ',') filter (where (select sum(bytes) from ${pageOfRows(`${bytes} as bytes`)}) <= ?) as items,
      string_agg(provider_id || ' ' || first_seen_at, ' ') as places,
      ${order && !order.isDescending ? 'max' : 'min'}(sort_value) as last_value
    from ${pageOfRows(`first_seen_at, provider_id, ${key} as sort_value, ${columns}`)}`;
  const offset = 'page' in request ? Math.min((request.page - 1) * request.limit, Number.MAX_SAFE_INTEGER) : 0;
  // A page that would be too large is asked for again with half as many items.
  for (let { limit } = request; ; limit = Math.ceil(limit / 2)) {
    const bytesMost = limit === 1 ? Number.MAX_SAFE_INTEGER : pageBytesMost;
    const page = [...rows.values, limit, offset];
    const behindIt = [...rows.values, 1, offset + limit];
    const values = [...total.values, ...behindIt, ...page, bytesMost, ...page];
    const [row] = await (isUsual ? preparedRowsOf : rowsOf)<PageRow>(session.db, sql, values);
    if (row && (row.items !== null || row.places === null)) return pageOf(row);
  }
}

function pageOf({ total, has_more, items, places, last_value }: PageRow): RecordPage {
  const hasMore = Boolean(has_more);
  const [id = '', at] = places?.split(' ').slice(-2) ?? [];
  const value = last_value === null ? {} : { value: String(last_value) };
  return {
    itemsJson: `[${items ?? ''}]`,
    total,
    totalIsEstimate: total >= totalExactBelow,
    hasMore,
    next: hasMore && at !== undefined ? { at: timeOf(Number(at)), id, ...value } : null,
  };
}
