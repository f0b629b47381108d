// Decides which index a list of records reads, and which conditions are compared in it.
import {
  type PageRequest,
  type RecordFilter,
  type RecordOrder,
  type RecordPlace,
  type RecordSort,
  totalExactBelow,
} from '#core/ports';
import { millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

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
  readonly value: string | number;
}

/** The expressions exactly as in the indexes. A record without a value sorts before all others. */
const sortKeys: Readonly<Record<RecordSort, string>> = {
  updated_at: 'coalesce(provider_updated_at, -9000000000000000)',
  issue_date: 'issue_date',
  due_date: 'due_date',
  number: 'substr(number, 1, 100)',
};

/**
 * Returns the rows of one index where it serves both filters and order. Else counts the matches first, up to a bound: a
 * few are read by a filter's index and sorted; for many, reading the order's index and skipping others soon fills a
 * page.
 */
export async function sourceOf({ db, dialect }: Session, asked: RecordsAsked) {
  const { place, order } = asked;
  const conditions = conditionsOf(asked.filter);
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
  const counted = { sql: `select count(*) as total from (${some}) as counted`, values: found.values };
  if (conditions.every((one) => (order ? one.on === order.by : !isRange(one)))) {
    return { ...sorted(asked, found, asIs), total: lead ? counted : wholeTotal(place), narrowings };
  }
  const [{ total } = { total: 0 }] = await rowsOf<{ total: number }>(db, counted.sql, counted.values);
  const isFew = total < totalExactBelow;
  const rows = isFew ? sorted(asked, found, dialect.unindexed) : sorted(asked, ledBy(order?.by), asIs);
  return { ...rows, total: { sql: 'select cast(? as bigint)', values: [total] }, narrowings };
}

/** Returns the rows after the cursor; `hide` keeps the planner from using the order's index. */
function sorted({ order, request }: RecordsAsked, { sql, values }: Piece, hide: Hide) {
  const key = order && hide(sortKeys[order.by]);
  const columns = [...(key === undefined ? [] : [key]), 'first_seen_at', 'provider_id'];
  const isAscending = order && !order.isDescending;
  const direction = isAscending ? 'asc' : 'desc';
  const inOrder = `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
  // A sort key's index contains all records of the families that have the field.
  const all = { sql: order ? `${sql} and ${sortKeys[order.by]} is not null` : sql, values };
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
  const values = conditions.flatMap(({ compared, value }) => (compared.includes('?') ? [value] : []));
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
    ...where('updated_at', sortKeys.updated_at, '>= ?', filter.updatedSince && millis(filter.updatedSince)),
    ...within('issue_date', filter.issueDateFrom, filter.issueDateTo),
    ...within('due_date', filter.dueDateFrom, filter.dueDateTo),
    ...holdsText('status', filter.status),
  ];
}

type Value = string | number | undefined;

function where(on: string, expression: string, compared: string, value: Value): readonly Condition[] {
  return value === undefined ? [] : [{ on, expression, compared, value }];
}

/** Compares the indexed beginning of the text and, for a long text, the whole. No record has an empty text. */
function holdsText(on: string, text: string | undefined): readonly Condition[] {
  const beginning = `substr(${on}, 1, 100)`;
  if (text === '') return where(on, 'false', '= true', text);
  if (text === undefined || text.length < 100) return where(on, beginning, '= ?', text);
  return [...where(on, beginning, '= substr(?, 1, 100)', text), ...where(on, on, '= ?', text)];
}

/** Excludes the empty text, which stands for no date. */
function within(on: 'issue_date' | 'due_date', from: Value, to: Value): readonly Condition[] {
  return [...where(on, on, '>= ?', from), ...where(on, on, '<= ?', to), ...where(on, on, "> ''", to)];
}

function wholeTotal({ connectionId, type }: RecordPlace): Piece {
  const sum =
    'select cast(coalesce(sum(records), 0) as bigint) from record_counts where connection_id = ? and type = ?';
  return { sql: sum, values: [connectionId, type] };
}
