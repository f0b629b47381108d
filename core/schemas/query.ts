import { badRequest } from '../domain/errors.ts';
import { type Filtered, filterOf, type ListFilters } from '../domain/list-filter.ts';
import { meant } from '../domain/near-word.ts';
import {
  decodeCursor,
  type Page,
  type PageRequest,
  pageLimitDefault,
  pageLimitMax,
  pageNumberMax,
} from '../domain/page.ts';

/** Of a walk through a whole list. A symbol, because no request can hold one. */
export const walking = Symbol('walking');

export interface Walk {
  /** Rows of a page; may be more than a request may ask for. */
  readonly limit: number;
  /** What an earlier page has counted; where it is given, the next page counts nothing. */
  readonly total?: number;
}

/** A repeated parameter is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>> & { readonly [walking]?: Walk };

/** A page and its request, so that a host can present both. */
export interface Listing<T> extends Page<T> {
  readonly request: PageRequest;
}

/** Reads `limit` with either `page` or `cursor`; refuses parameters outside `known`. */
export function parseListQuery<K extends string>(query: RawQuery, known: readonly K[]) {
  const { limit: _limit, page: _page, cursor: _cursor, ...others } = query;
  return { request: parsePage(query), filters: parseParameters(others, known, 'this list') };
}

/** Reads the parameters of `thing`, none of them empty; refuses others, and one that is given twice. */
export function parseParameters<K extends string>(
  query: RawQuery,
  known: readonly K[],
  thing: string,
): Partial<Record<K, string>> {
  const given: Partial<Record<K, string>> = {};
  for (const name of Object.keys(query)) {
    const parameter = known.find((k) => k === name);
    if (!parameter) throw badRequest(name, `is not a parameter of ${thing}${meant(name, known)}`);
    const value = single(query, name);
    if (value === undefined) continue;
    if (value === '') throw badRequest(name, 'must not be empty');
    given[parameter] = value;
  }
  return given;
}

/** `limit` (default 50, at most 200) with `page` or `cursor`. Throws BAD_REQUEST. */
export function parsePage(query: RawQuery): PageRequest {
  const asked = whole(query, 'limit', pageLimitMax) ?? pageLimitDefault;
  const { limit, total } = query[walking] ?? { limit: asked };
  const cursor = single(query, 'cursor');
  const page = whole(query, 'page');
  if (cursor === undefined) return { limit, page: Math.min(page ?? 1, pageNumberMax) };
  if (page !== undefined) throw badRequest('cursor', 'and page cannot be given together');
  return { limit, after: decodeCursor(cursor), ...given({ total }) };
}

/** Reads a list's page and its declared filters; refuses other parameters. */
export function readList<D extends ListFilters>(
  query: RawQuery,
  declared: D,
): { readonly request: PageRequest; readonly filter: Filtered<D> } {
  const known = Object.values(declared).map(({ wire }) => wire);
  const { request, filters } = parseListQuery(query, known);
  return { request, filter: filterOf(declared, filters) };
}

function single(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  if (typeof value === 'string' || value === undefined) return value;
  throw badRequest(name, 'may be given only once');
}

function whole(query: RawQuery, name: string, max?: number): number | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number < 1 || (max !== undefined && number > max)) {
    throw badRequest(name, `must be a whole number ${max === undefined ? 'of at least 1' : `from 1 to ${max}`}`);
  }
  return number;
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined fields. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
