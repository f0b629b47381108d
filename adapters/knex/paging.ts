import type { Knex } from 'knex';
import {
  type CreatedFilter,
  type Keyset,
  type Listed,
  listedDocumentBytesMost,
  type Page,
  type PageRequest,
  pageBytesMost,
  totalExactBelow,
} from '#core/ports';
import { millis, type Table, timeOf } from './columns.ts';

/** The two columns that sort a list, both descending; together they are unique and never change. */
export interface Order {
  readonly at: string;
  readonly id: string;
}

export const newestFirst: Order = { at: 'created_at', id: 'id' };

export function descending({ at, id }: Order): { column: string; order: 'desc' }[] {
  return [at, id].map((column) => ({ column, order: 'desc' }));
}

/** How a list reads its rows, so that it reads no more of large rows than it shows. */
export interface Reading {
  readonly db: Knex;
  /** The columns to read, where rows may be large; the order's id is then unique by itself. */
  readonly columns?: readonly string[];
  /** Columns that hold a document, each with its replacement for a document above `listedDocumentBytesMost`. */
  readonly documents?: Readonly<Record<string, string>>;
  /** SQL for the bytes of an item's other parts. */
  readonly others?: string;
  /** The page as `window` would read it, where an index for `matching` does not serve the order. */
  readonly asked?: Knex.QueryBuilder | undefined;
}

/**
 * Returns the rows of `matching` that `request` asks for, in order, of large rows only those that fit into
 * `pageBytesMost`.
 */
export async function listPage<Row extends object>(
  matching: Knex.QueryBuilder,
  order: Order,
  request: PageRequest,
  { db, columns, ...reading }: Reading,
): Promise<Page<Listed<Row>>> {
  const counted = matching.clone().clearSelect().select(db.raw('1')).limit(totalExactBelow);
  const total = countedBefore(request) ?? (await countOf(db.from(counted.as('counted'))));
  // A page beyond the end is empty, so the query, which would skip every row, is left out.
  const isBeyond = 'page' in request && (request.page - 1) * request.limit >= total;
  if (isBeyond && total < totalExactBelow) return { items: [], total, hasMore: false, next: null };
  const isDeep = 'page' in request && (request.page - 1) * request.limit >= deepFrom;
  const asked = reading.asked ?? window(matching.clone(), order, request);
  // What a store asks itself (`asked`) finds its rows by their ids already.
  const page = isDeep && columns && !reading.asked ? (await atPlaces(matching.clone(), asked, order)).query : asked;
  const { items, hasMore } = columns
    ? await fittingRows<Row>(page, request.limit, { db, columns, ...reading })
    : firstOf<Listed<Row>>(await page, request.limit);
  const last = items.at(-1);
  return { items, total, hasMore, next: hasMore && last ? keysetOf(last, order) : null };
}

/** As `listPage`, of a table's entities, newest first unless `order` says otherwise. */
export async function entityPage<Entity extends object, Row extends object>(
  table: Table<Entity, Row>,
  matching: Knex.QueryBuilder,
  request: PageRequest,
  { order = newestFirst, ...reading }: Reading & { readonly order?: Order },
): Promise<Page<Listed<Entity>>> {
  const page = await listPage<Row>(matching, order, request, reading);
  return { ...page, items: page.items.map((row) => listed(table.toListed(row), row.truncated)) };
}

function firstOf<Row>(rows: readonly Row[], limit: number) {
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** What an item counts beside its documents. */
const itemBytes = 1024;
/** A document that is left out counts an eighth, because SQLite still walks over its pages to the columns after it. */
const leftOutShare = 8;

export function countedBytes(column: string): string {
  return `case when ${isLarge(column)} then octet_length(${column}) / ${leftOutShare} else octet_length(${column}) end`;
}

/**
 * Returns the first rows of a query that fit into `pageBytesMost`, at least one. `query` must ask for one row more than
 * the page has. Reads the sizes first, which the database knows without reading the documents.
 */
async function fittingRows<Row extends object>(
  query: Knex.QueryBuilder,
  limit: number,
  { db, columns, documents = {}, others = '0' }: Required<Pick<Reading, 'columns'>> & Reading,
) {
  const sizes = Object.keys(documents).map(countedBytes);
  const measure = db.raw(`${[itemBytes, others, ...sizes].join(' + ')} as bytes`);
  const measured: { bytes: number }[] = await query.clone().clearSelect().select(measure);
  const count = fittingCount(measured.map(({ bytes }) => bytes).slice(0, limit));
  if (count === 0) return { items: [], hasMore: false };
  const read = columns.map((c) =>
    c in documents ? db.raw(`case when ${isLarge(c)} then '' else ${c} end as ${c}`) : c,
  );
  const rows: Row[] = await query.clone().clearSelect().select(read).limit(count);
  return { items: rows.map((row) => withoutLarge(row, documents)), hasMore: measured.length > count };
}

export function isLarge(column: string): string {
  return `octet_length(${column}) > ${listedDocumentBytesMost}`;
}

function fittingCount(sizes: readonly number[]): number {
  let bytes = 0;
  for (const [count, size] of sizes.entries()) {
    bytes += size;
    if (bytes > pageBytesMost) return Math.max(count, 1);
  }
  return sizes.length;
}

/** An empty text marks a document that was left out, because no document is empty. */
function withoutLarge<Row extends object>(row: Row, documents: Readonly<Record<string, string>>): Listed<Row> {
  const truncated = Object.keys(documents).filter((name) => (row as Record<string, unknown>)[name] === '');
  if (truncated.length === 0) return row;
  const blank = Object.fromEntries(truncated.map((name) => [name, documents[name]]));
  return { ...row, ...blank, truncated };
}

/** Sorts, skips, and limits to one row more than the page has; that row shows that there is a further page. */
export function window(query: Knex.QueryBuilder, order: Order, request: PageRequest): Knex.QueryBuilder {
  const { at, id } = order;
  query.orderBy(descending(order));
  if ('after' in request) query.whereRaw('(??, ??) < (?, ?)', [at, id, millis(request.after.at), request.after.id]);
  else query.offset((request.page - 1) * request.limit);
  return query.limit(request.limit + 1);
}

/** From this row on, a page is found by its places first. */
const deepFrom = 1_000;

/**
 * The rows of a page, whose ids are read first and once: a database that reads whole rows to skip those before the page
 * takes seconds for 200,000 large ones, where an index alone tells their order.
 */
async function atPlaces(matching: Knex.QueryBuilder, asked: Knex.QueryBuilder, order: Order) {
  const ids: readonly string[] = await asked.clone().clearSelect().pluck(order.id);
  const query = matching
    .whereIn(order.id, [...ids])
    .orderBy(descending(order))
    .limit(ids.length);
  // A builder is awaited where it is returned.
  return { query };
}

/** The places of the next rows after `after`, oldest first. */
export async function placesAfter(
  matching: Knex.QueryBuilder,
  { at, id }: Order,
  after: Keyset | null,
  limit: number,
): Promise<readonly Keyset[]> {
  const query = matching.clearSelect().select({ at, id }).orderBy([at, id]).limit(limit);
  if (after) query.whereRaw('(??, ??) > (?, ?)', [at, id, millis(after.at), after.id]);
  const rows: readonly { at: number; id: string }[] = await query;
  return rows.map((row) => ({ at: timeOf(row.at), id: row.id }));
}

/** What an earlier page has counted, if the request tells it. */
export function countedBefore(request: PageRequest): number | undefined {
  return 'after' in request ? request.total : undefined;
}

export async function countOf(matching: Knex.QueryBuilder): Promise<number> {
  const [row]: { total: number }[] = await matching.clone().clearSelect().count('* as total');
  return row?.total ?? 0;
}

/** Names the omitted documents on the item. */
export function listed<T extends object>(item: T, truncated: readonly string[] = []): Listed<T> {
  return { ...item, ...(truncated.length > 0 && { truncated }) };
}

function keysetOf(row: object, order: Order): Keyset {
  const values = row as Record<string, unknown>;
  return { at: timeOf(Number(values[bare(order.at)])), id: String(values[bare(order.id)]) };
}

function bare(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1);
}

/** What a store left of a list's filter; the compiler refuses one that the store does not serve. */
type NothingBut<Kept, Rest> = Rest & Readonly<Record<Exclude<keyof Rest, keyof Kept>, never>>;

/** Called with what is left of a filter that has no times. */
export function everyFilterIsServed<Rest extends object>(_rest: NothingBut<object, Rest>): void {}

/** Keeps rows created after `createdAfter` and before `createdBefore`; rows of exactly these times are left out. */
export function within<Rest extends CreatedFilter>(
  query: Knex.QueryBuilder,
  column: string,
  { createdAfter, createdBefore }: NothingBut<CreatedFilter, Rest>,
): void {
  if (createdAfter) query.where(column, '>', millis(createdAfter));
  if (createdBefore) query.where(column, '<', millis(createdBefore));
}

export function given(conditions: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const present: Record<string, string> = {};
  for (const [column, value] of Object.entries(conditions)) if (value !== undefined) present[column] = value;
  return present;
}
