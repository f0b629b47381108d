// Where the rows of a list of records are read: by which index, and what is compared in it.
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

export interface RecordSource {
  readonly rows: Piece;
  readonly inOrder: string;
  readonly key: string | undefined;
  readonly total: Piece;
  /** How many filters and sorts: most lists have none, and of two there are too many combinations to keep the plan of each. */
  readonly narrowings: number;
}

interface Condition {
  readonly on: string;
  readonly expression: string;
  readonly compared: string;
  readonly value: string | number;
}

/** The expressions that the indexes are over, to the letter. A record without a value sorts before all that have one. */
const sortKeys: Readonly<Record<RecordSort, string>> = {
  updated_at: 'coalesce(provider_updated_at, -9000000000000000)',
  issue_date: 'issue_date',
  due_date: 'due_date',
  number: 'substr(number, 1, 100)',
};

/**
 * Where one index has the filters in the order, its rows. Else the matches are counted first, up to the bound: few are
 * read by a filter's index and sorted; of many a page is soon met in the order's index, past what does not match.
 */
export async function sourceOf({ db, dialect }: Session, asked: RecordsAsked): Promise<RecordSource> {
  const { place, order } = asked;
  const conditions = conditionsOf(asked.filter);
  const [lead] = conditions;
  const narrowings = conditions.length + (order ? 1 : 0);
  const isRange = ({ compared }: Condition) => !compared.startsWith('=');
  // SQLite has no statistics to choose an index by: it is kept from the others.
  const ledBy = (index: string | undefined) =>
    matching(place, conditions, (on) => (on === index ? asIs : dialect.unindexed));
  const found = ledBy(lead?.on);
  // In an index's order: without one PostgreSQL would read the table on until it has met so many.
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

/** The rows behind the cursor; `hide` keeps the order's index from being read for its order. */
function sorted({ order, request }: RecordsAsked, { sql, values }: Piece, hide: Hide) {
  const key = order && hide(sortKeys[order.by]);
  const columns = [...(key === undefined ? [] : [key]), 'first_seen_at', 'provider_id'];
  const isAscending = order && !order.isDescending;
  const direction = isAscending ? 'asc' : 'desc';
  const inOrder = `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
  // The index of a field has the families only that have the field; of those it has all records.
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
  // Without filters PostgreSQL need not know whose records they are: it would plan anew for each, longer than it runs.
  const family = conditions.length === 0 ? 'connection_id = (select ?) and type = ?' : 'connection_id = ? and type = ?';
  const sql = `cached_records where ${family}${pieces.join('')}`;
  return { sql, values: [connectionId, type, ...values] };
}

/** The narrowest first, as far as that can be said of any books. */
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

/** By the index of the texts' beginnings, and where the text is as long, by the whole. No record has an empty text. */
function holdsText(on: string, text: string | undefined): readonly Condition[] {
  const beginning = `substr(${on}, 1, 100)`;
  if (text === '') return where(on, 'false', '= true', text);
  if (text === undefined || text.length < 100) return where(on, beginning, '= ?', text);
  return [...where(on, beginning, '= substr(?, 1, 100)', text), ...where(on, on, '= ?', text)];
}

/** Empty text, which stands for no day, is in no range. */
function within(on: 'issue_date' | 'due_date', from: Value, to: Value): readonly Condition[] {
  return [...where(on, on, '>= ?', from), ...where(on, on, '<= ?', to), ...where(on, on, "> ''", to)];
}

function wholeTotal({ connectionId, type }: RecordPlace): Piece {
  const sum =
    'select cast(coalesce(sum(records), 0) as bigint) from record_counts where connection_id = ? and type = ?';
  return { sql: sum, values: [connectionId, type] };
}
