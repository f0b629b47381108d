// One page of a family's records: the database joins their texts, so one row holds the page.
import {
  type Keyset,
  type PageRequest,
  pageBytesMost,
  type RecordFilter,
  type RecordPage,
  type RecordPlace,
  totalExactBelow,
} from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import { preparedRowsOf, type Session } from '../session.ts';

interface PageRow {
  readonly total: number;
  readonly has_more: boolean | number;
  /** The items, joined by commas. Null where there are none, or where they are larger than a page may be. */
  readonly items: string | null;
  /** The records of the page, joined by blanks, which are in no id of the provider. */
  readonly ids: string | null;
  readonly last_at: number | null;
}

/** SQL, and the values of its placeholders. */
interface Piece {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const inOrder = 'order by first_seen_at desc, provider_id desc limit ? offset ?';
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
export async function listRecords(
  { db }: Session,
  place: RecordPlace,
  filter: RecordFilter,
  request: PageRequest,
): Promise<RecordPage> {
  const all = matching(place, filter);
  const asked = 'after' in request ? behind(all, request.after) : all;
  const total = totalOf(place, filter, all);
  const { columns, item, bytes } = filter.withoutNative ? shown : shownWithNative;
  const pageOfRows = (read: string) => `(select ${read} from ${asked.sql} ${inOrder}) as page`;
  const sql = `select ${total.sql} as total, exists (select 1 from ${asked.sql} ${inOrder}) as has_more,
      string_agg(${item}, ',') filter (where (select sum(bytes) from ${pageOfRows(`${bytes} as bytes`)}) <= ?) as items,
      string_agg(provider_id, ' ') as ids, min(first_seen_at) as last_at
    from ${pageOfRows(`first_seen_at, provider_id, ${columns}`)}`;
  const offset = 'page' in request ? Math.min((request.page - 1) * request.limit, Number.MAX_SAFE_INTEGER) : 0;
  // A page that would be too large is asked for again with half as many items.
  for (let { limit } = request; ; limit = Math.ceil(limit / 2)) {
    const bytesMost = limit === 1 ? Number.MAX_SAFE_INTEGER : pageBytesMost;
    const page = [...asked.values, limit, offset];
    const behindIt = [...asked.values, 1, offset + limit];
    const values = [...total.values, ...behindIt, ...page, bytesMost, ...page];
    const [row] = await preparedRowsOf<PageRow>(db, sql, values);
    if (row && (row.items !== null || row.ids === null)) return pageOf(row);
  }
}

function pageOf({ total, has_more, items, ids, last_at }: PageRow): RecordPage {
  const hasMore = Boolean(has_more);
  const lastId = ids?.slice(ids.lastIndexOf(' ') + 1) ?? '';
  return {
    itemsJson: `[${items ?? ''}]`,
    total,
    totalIsEstimate: total >= totalExactBelow,
    hasMore,
    next: hasMore && last_at !== null ? { at: timeOf(last_at), id: lastId } : null,
  };
}

function matching({ connectionId, type }: RecordPlace, filter: RecordFilter): Piece {
  const { providerId, status, number, externalReference } = filter;
  const texts = Object.entries({ status, number, external_reference: externalReference });
  const pieces: readonly Piece[] = [
    { sql: 'cached_records where connection_id = ? and type = ?', values: [connectionId, type] },
    ...(providerId === undefined ? [] : [{ sql: 'and provider_id = ?', values: [providerId] }]),
    ...texts.flatMap(([column, text]) => (text === undefined ? [] : [holdsText(column, text)])),
  ];
  return { sql: pieces.map(({ sql }) => sql).join(' '), values: pieces.flatMap(({ values }) => values) };
}

/** By the index of the texts' beginnings (its expression, to the letter), and where the text is as long, by the whole. */
function holdsText(column: string, text: string): Piece {
  const indexed = `and substr(${column}, 1, 100) = `;
  if (text.length < 100) return { sql: `${indexed}?`, values: [text] };
  return { sql: `${indexed}substr(?, 1, 100) and ${column} = ?`, values: [text, text] };
}

function behind({ sql, values }: Piece, { at, id }: Keyset): Piece {
  return { sql: `${sql} and (first_seen_at, provider_id) < (?, ?)`, values: [...values, millis(at), id] };
}

/** Of a whole family what the database counts as records come and go; with a filter what matches, up to the bound. */
function totalOf({ connectionId, type }: RecordPlace, filter: RecordFilter, all: Piece): Piece {
  const { withoutNative: _, ...conditions } = filter;
  if (Object.values(conditions).some((condition) => condition !== undefined)) {
    const counted = `select 1 from ${all.sql} limit ${totalExactBelow}`;
    return { sql: `(select count(*) from (${counted}) as counted)`, values: all.values };
  }
  const sum =
    'select cast(coalesce(sum(records), 0) as bigint) from record_counts where connection_id = ? and type = ?';
  return { sql: `(${sum})`, values: [connectionId, type] };
}
