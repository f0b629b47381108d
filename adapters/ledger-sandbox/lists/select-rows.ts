/** Filters and sorts a family's records for a list call. */
import type { Shelved } from '../books/shelf.ts';
import type { Call } from '../http/call.ts';
import { apiException, WireProblem } from '../http/problems.ts';
import { readDay, readModifiedSince } from '../http/wire-dates.ts';
import { type FieldReader, parseWhere, type Scalar } from './where-filter.ts';

/** Readers of the fields that `where` and `order` may use, by their wire names. Dates are UTC milliseconds. */
export type FieldTable<R> = Readonly<Record<string, (record: R) => Scalar>>;

export interface SelectPlan<R extends Shelved> {
  /** Sorted by last change. */
  readonly rows: readonly R[];
  readonly fields: FieldTable<R>;
  readonly where: boolean;
  readonly modifiedSince: boolean;
  readonly keep?: readonly (((record: NoInfer<R>) => boolean) | undefined)[];
}

export const dayMs = (day: string | undefined): number | undefined =>
  day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`);

export function selectRows<R extends Shelved>(call: Call, plan: SelectPlan<R>): readonly R[] {
  let rows = plan.modifiedSince ? changedSince(call, plan.rows) : plan.rows;
  for (const keep of plan.keep ?? []) if (keep) rows = rows.filter(keep);
  const where = plan.where ? call.query.get('where') : null;
  if (where) {
    const predicate = parseWhere(where, (path) => Object.hasOwn(plan.fields, path));
    const reader =
      (record: R): FieldReader =>
      (path) =>
        plan.fields[path]?.(record);
    rows = rows.filter((record) => predicate(reader(record)));
  }
  return ordered(call, rows, plan.fields);
}

/** Provider: the answer is a filtered list with 200, never a 304; times are compared to the second. */
function changedSince<R extends Shelved>(call: Call, rows: readonly R[]): readonly R[] {
  const header = call.headers['if-modified-since'];
  const since = header ? readModifiedSince(header) : undefined;
  if (since === undefined) return rows;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.updated ?? 0) < since) low = middle + 1;
    else high = middle;
  }
  return rows.slice(low);
}

function ordered<R>(call: Call, rows: readonly R[], fields: FieldTable<R>): readonly R[] {
  const order = call.query.get('order')?.trim();
  if (!order) return rows;
  const [name = '', direction = 'ASC'] = order.split(/\s+/);
  const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!read) throw new WireProblem(apiException('QueryParseException', `No property or field '${name}' exists`));
  const sign = direction.toUpperCase() === 'DESC' ? -1 : 1;
  return [...rows].sort((a, b) => sign * compareScalars(read(a), read(b)));
}

function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === undefined || a === null) return -1;
  if (b === undefined || b === null) return 1;
  return a < b ? -1 : 1;
}

/** Reads a comma-separated parameter. Provider: an empty parameter matches nothing. */
export function listFilter<R>(
  call: Call,
  name: string,
  read: (record: R) => string | undefined,
): ((record: R) => boolean) | undefined {
  const value = call.query.get(name);
  if (value === null) return undefined;
  const wanted = new Set(value.split(',').map((part) => part.trim().toLowerCase()));
  wanted.delete('');
  return (record) => wanted.has(read(record)?.toLowerCase() ?? '');
}

/** Reads a `…From` / `…To` pair of business dates, both inclusive. */
export function dayRange<R>(
  call: Call,
  name: string,
  read: (record: R) => string | undefined,
): ((record: R) => boolean) | undefined {
  const bound = (suffix: string): string | undefined => {
    const text = call.query.get(`${name}${suffix}`);
    if (text === null) return undefined;
    const day = readDay(text);
    if (day) return day;
    throw new WireProblem(apiException('QueryParseException', `The ${name}${suffix} parameter is not a valid date.`));
  };
  const [from, to] = [bound('From'), bound('To')];
  if (from === undefined && to === undefined) return undefined;
  return (record) => {
    const day = read(record);
    return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}

/** Keeps records with a text that contains `searchTerm`, in any case. */
export function searchFilter<R>(
  call: Call,
  read: (record: R) => readonly (string | undefined)[],
): ((record: R) => boolean) | undefined {
  const term = call.query.get('searchTerm')?.toLowerCase();
  if (!term) return undefined;
  return (record) => read(record).some((text) => text?.toLowerCase().includes(term));
}
