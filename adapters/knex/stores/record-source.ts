// Decides which index a list of records reads, and which conditions are compared in it.
import {
  type PageRequest,
  type RecordFilter,
  type RecordOrder,
  type RecordPlace,
  type RecordSort,
  totalExactBelow,
} from '#core/ports';
import { documentText, millis } from '../columns.ts';
import { orderedDecimal } from '../ordered-decimal.ts';
import { countedBefore } from '../paging.ts';
import { rowsOf, type Session } from '../session.ts';
import { type Wanted, wantedBy } from './record-search.ts';

interface Piece {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export interface RecordsAsked {
  readonly place: RecordPlace;
  readonly filter: RecordFilter;
  readonly order: RecordOrder | undefined;
  readonly request: PageRequest;
}

interface Condition {
  readonly on: string;
  readonly expression: string;
  readonly compared: string;
  readonly values: Piece['values'];
}

/** The expressions exactly as in the indexes. A record without a value sorts before all others. */
const sortKeys: Readonly<Record<RecordSort, string>> = {
  updated_at: 'coalesce(provider_updated_at, -9000000000000000)',
  issue_date: 'issue_date',
  due_date: 'due_date',
  number: 'substr(number, 1, 100)',
  total: 'total',
  amount_due: 'amount_due',
};

/**
 * A search that matches few records selects them by id. One that matches many is compared in each record that the other
 * filters or the order find. Without other filters and order, the latest matches are found in the search's own table.
 */
export async function sourceOf(session: Session, asked: RecordsAsked) {
  const conditions = conditionsOf(asked.filter);
  const wanted = wantedBy(asked.place, asked.filter);
  if (!wanted) return filtered(session, asked, conditions);
  const found = {
    sql: `${session.dialect.recordsWithTerms} where text like ? escape '!'`,
    values: Object.values(wanted),
  };
  if (conditions.length === 0 && !asked.order) return latest(session, asked, wanted, found);
  const some = `select provider_id as matching_id from ${found.sql} limit ${totalExactBelow}`;
  const ids = await rowsOf<Named>(session.db, some, found.values);
  if (ids.length < totalExactBelow) return few(session, asked, conditions, ids);
  // Compared so that PostgreSQL expects many matches, and reads the order's index for a far page, too.
  const expression = `case when search_text like ? escape '!' then 1 else 0 end`;
  const matches = { on: 'text', expression, compared: '<> 0', values: [wanted.pattern] };
  return filtered(session, asked, [...conditions, matches], conditions.length === 0 ? totalExactBelow : undefined);
}

type Named = { readonly matching_id: string };

/** Sorts the matches of a search without reading their texts; the list then reads one page of them. */
async function few(session: Session, asked: RecordsAsked, conditions: readonly Condition[], ids: readonly Named[]) {
  const { db, dialect } = session;
  const matched = matching(asked.place, conditions, () => dialect.unindexed);
  const all = named(session, ids, matched);
  const count = () => countOf(session, `select 1 from ${all.sql}`, all.values);
  const total = countedBefore(asked.request) ?? (conditions.length === 0 ? ids.length : await count());
  const { rows, inOrder } = sorted(asked, all, dialect.unindexed);
  const page = `select matching_id from ${rows.sql} ${inOrder} limit ? offset ?`;
  const values = [...rows.values, asked.request.limit + 1, skippedBy(asked.request)];
  return pageOf(session, asked, await rowsOf(db, page, values), total);
}

/** A frequent text is first compared in this many of the latest records; only then are all its matches sorted. */
const readFirst = 5_000;

/** Finds the ids of a page. If many records match, it looks among the latest first. */
async function latest(session: Session, asked: RecordsAsked, wanted: Wanted, found: Piece) {
  const { place, request } = asked;
  const count = () => countOf(session, `select 1 from ${found.sql} limit ${totalExactBelow}`, found.values);
  const total = countedBefore(request) ?? (await count());
  const isAfter = 'after' in request;
  const behind = isAfter ? 'and (first_seen_at, provider_id) < (?, ?)' : '';
  const after = isAfter ? [millis(request.after.at), request.after.id] : [];
  const page = [request.limit + 1, skippedBy(request)];
  const inOrder = 'order by first_seen_at desc, provider_id desc';
  const first = `select provider_id as matching_id from (select provider_id, text from record_search
    where connection_id = ? and type = ? ${behind} ${inOrder} limit ${readFirst}) as latest
    where text like ? escape '!' limit ? offset ?`;
  const all = `select provider_id as matching_id from ${found.sql} ${behind} ${inOrder} limit ? offset ?`;
  const idsBy = (sql: string, values: Piece['values']) => rowsOf<Named>(session.db, sql, [...values, ...page]);
  const inFirst = [place.connectionId, place.type, ...after, wanted.pattern];
  let ids = total < totalExactBelow ? [] : await idsBy(first, inFirst);
  if (ids.length <= request.limit) ids = await idsBy(all, [...found.values, ...after]);
  return pageOf(session, asked, ids, total);
}

/** Returns the rows of one page and the row behind it. */
function pageOf(session: Session, asked: RecordsAsked, ids: readonly Named[], total: number) {
  const family = matching(asked.place, [], () => asIs);
  const rows = named(session, ids, family);
  const first = { ...asked, request: { limit: asked.request.limit, page: 1 } };
  return { ...sorted(first, rows, session.dialect.unindexed), total: known(total), narrowings: 2, isPage: true };
}

/** SQLite keeps the order of a cross join's tables; it would otherwise read an index of the whole family. */
function named({ dialect }: Session, ids: readonly Named[], { sql, values }: Piece): Piece {
  const matches = `(${dialect.given({ matching_id: 'text' })}) as matches`;
  return { sql: `${matches} cross join ${sql} and provider_id = matching_id`, values: [documentText(ids), ...values] };
}

export function skippedBy(request: PageRequest): number {
  return 'page' in request ? Math.min((request.page - 1) * request.limit, Number.MAX_SAFE_INTEGER) : 0;
}

async function countOf({ db }: Session, select: string, values: Piece['values']): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, `select count(*) as total from (${select}) as counted`, values);
  return Number(row?.total ?? 0);
}

function known(total: number): Piece {
  return { sql: 'select cast(? as bigint)', values: [total] };
}

/**
 * Returns the rows of one index where it serves both filters and order. Else counts the matches first, up to a bound: a
 * few are read by a filter's index and sorted; for many, reading the order's index and skipping others soon fills a
 * page.
 */
async function filtered(session: Session, asked: RecordsAsked, conditions: readonly Condition[], counted?: number) {
  const { dialect } = session;
  const { place, order } = asked;
  const before = countedBefore(asked.request);
  const [lead] = conditions;
  // The number of filters and sorts. Most lists have none; statements with two vary too much to keep their plans.
  const narrowings = conditions.length + (order ? 1 : 0);
  const isRange = ({ compared }: Condition) => !compared.startsWith('=');
  // SQLite has no statistics, so the other conditions are hidden from its choice of an index.
  const ledBy = (index: string | undefined) =>
    matching(place, conditions, (on) => (on === index ? asIs : dialect.unindexed));
  const found = ledBy(lead?.on);
  // Sorts in the order of an index, because otherwise PostgreSQL would scan the table until it has found enough rows.
  const by = lead && isRange(lead) ? lead.expression : 'first_seen_at';
  const some = `select 1 from ${found.sql} order by ${by} desc limit ${totalExactBelow}`;
  if (conditions.every((one) => (order ? one.on === order.by : !isRange(one)))) {
    const matches = { sql: `select count(*) as total from (${some}) as counted`, values: found.values };
    const total = before !== undefined ? known(before) : lead ? matches : wholeTotal(place);
    return { ...sorted(asked, found, asIs), total, narrowings, isPage: false };
  }
  const total = before ?? counted ?? (await countOf(session, some, found.values));
  const isFew = total < totalExactBelow;
  const rows = isFew ? sorted(asked, found, dialect.unindexed) : sorted(asked, ledBy(order?.by), asIs);
  return { ...rows, total: known(total), narrowings, isPage: false };
}

/** Returns the rows after the cursor; `hide` keeps the planner from using the order's index. */
function sorted({ order, request }: RecordsAsked, { sql, values }: Piece, hide: Hide) {
  const key = order && hide(sortKeys[order.by]);
  const columns = [...(key === undefined ? [] : [key]), hide('first_seen_at'), 'provider_id'];
  const isAscending = order && !order.isDescending;
  const direction = isAscending ? 'asc' : 'desc';
  const inOrder = `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
  // A sort key's index contains all records of the families that have the field.
  const all = { sql: key === undefined ? sql : `${sql} and ${key} is not null`, values };
  if (!('after' in request)) return { rows: all, inOrder, key };
  const { value = '', at, id } = request.after;
  const place = [...(order ? [order.by === 'updated_at' ? Number(value) : value] : []), millis(at), id];
  const behind = `(${columns.join(', ')}) ${isAscending ? '>' : '<'} (${place.map(() => '?').join(', ')})`;
  return { rows: { sql: `${all.sql} and ${behind}`, values: [...values, ...place] }, inOrder, key };
}

type Hide = (expression: string) => string;
const asIs: Hide = (expression) => expression;

function matching(
  { connectionId, type }: RecordPlace,
  conditions: readonly Condition[],
  hideOf: (on: string) => Hide,
): Piece {
  const pieces = conditions.map(({ on, expression, compared }) => ` and ${hideOf(on)(expression)} ${compared}`);
  const values = conditions.flatMap((one) => one.values);
  // Without filters, hides the connection from PostgreSQL's planner: a plan per connection would take longer than the
  // query.
  const family = conditions.length === 0 ? 'connection_id = (select ?) and type = ?' : 'connection_id = ? and type = ?';
  const sql = `cached_records where ${family}${pieces.join('')}`;
  return { sql, values: [connectionId, type, ...values] };
}

/** Returns conditions from the narrowest to the widest, as they are in most books. */
function conditionsOf(filter: RecordFilter): readonly Condition[] {
  return [
    ...where('provider_id', 'provider_id', '= ?', filter.providerId),
    ...holdsText('number', filter.number),
    ...holdsText('external_reference', filter.externalReference),
    ...holdsText('contact_id', filter.contactId),
    ...holdsText('bank_account_id', filter.bankAccountId),
    ...within('total', amount(filter.totalFrom), amount(filter.totalTo)),
    ...within('amount_due', amount(filter.amountDueFrom), amount(filter.amountDueTo)),
    ...where('currency', 'currency', '= ?', filter.currency),
    ...where('side', 'side', '= ?', filter.side),
    ...where('updated_at', sortKeys.updated_at, '>= ?', filter.updatedSince && millis(filter.updatedSince)),
    ...within('issue_date', filter.issueDateFrom, filter.issueDateTo),
    ...within('due_date', filter.dueDateFrom, filter.dueDateTo),
    ...oneOfTexts('status', filter.statuses),
  ];
}

const amount = (decimal: string | undefined) => decimal && orderedDecimal(decimal);

type Value = string | number | undefined;

function where(on: string, expression: string, compared: string, value: Value): readonly Condition[] {
  return value === undefined ? [] : [{ on, expression, compared, values: compared.includes('?') ? [value] : [] }];
}

/** Compares the indexed beginning of the text and, for a long text, the whole. No record has an empty text. */
function holdsText(on: string, text: string | undefined): readonly Condition[] {
  const beginning = `substr(${on}, 1, 100)`;
  if (text === '') return where(on, 'false', '= true', text);
  if (text === undefined || text.length < 100) return where(on, beginning, '= ?', text);
  return [...where(on, beginning, '= substr(?, 1, 100)', text), ...where(on, on, '= ?', text)];
}

/** Compares the indexed beginnings of texts, of which none is longer. */
function oneOfTexts(on: string, texts: readonly string[] | undefined): readonly Condition[] {
  const [only, ...more] = texts ?? [];
  if (more.length === 0) return holdsText(on, only);
  const compared = `in (${[only, ...more].map(() => '?').join(', ')})`;
  return [{ on, expression: `substr(${on}, 1, 100)`, compared, values: texts ?? [] }];
}

/** Excludes the empty text, which stands for no value. */
function within(on: 'issue_date' | 'due_date' | 'total' | 'amount_due', from: Value, to: Value): readonly Condition[] {
  return [...where(on, on, '>= ?', from), ...where(on, on, '<= ?', to), ...where(on, on, "> ''", to)];
}

function wholeTotal({ connectionId, type }: RecordPlace): Piece {
  const sum =
    'select cast(coalesce(sum(records), 0) as bigint) from record_counts where connection_id = ? and type = ?';
  return { sql: sum, values: [connectionId, type] };
}
