import { badRequest, type ErrorCode, errorCodes } from '../domain/errors.ts';
import { type Id, isId } from '../domain/ids.ts';
import { instantOf } from '../domain/instant.ts';
import { meant } from '../domain/near-word.ts';
import {
  decodeCursor,
  type Page,
  type PageRequest,
  pageLimitDefault,
  pageLimitMax,
  pageNumberMax,
} from '../domain/page.ts';
import { isUsageDay } from '../domain/usage.ts';
import { notAnInstant } from '../families/request-fields.ts';

/** A repeated parameter is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page and its request, so that a host can present both. */
export interface Listing<T> extends Page<T> {
  readonly request: PageRequest;
}

/** Reads `limit` with either `page` or `cursor`; refuses parameters outside `known`. */
export function parseListQuery<K extends string>(query: RawQuery, known: readonly K[]) {
  const filters: Partial<Record<K, string>> = {};
  for (const name of Object.keys(query)) {
    if (['limit', 'page', 'cursor'].includes(name)) continue;
    const filter = known.find((k) => k === name);
    if (!filter) throw badRequest(name, `is not a parameter of this list${meant(name, known)}`);
    const value = single(query, name);
    if (value === undefined) continue;
    if (value === '') throw badRequest(name, 'must not be empty');
    filters[filter] = value;
  }
  return { request: parsePage(query), filters };
}

/** `limit` (default 50, at most 200) with `page` or `cursor`. Throws BAD_REQUEST. */
export function parsePage(query: RawQuery): PageRequest {
  const limit = whole(query, 'limit', pageLimitMax) ?? pageLimitDefault;
  const cursor = single(query, 'cursor');
  const page = whole(query, 'page');
  if (cursor === undefined) return { limit, page: Math.min(page ?? 1, pageNumberMax) };
  if (page !== undefined) throw badRequest('cursor', 'and page cannot be given together');
  return { limit, after: decodeCursor(cursor) };
}

export function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((a) => a === value.toLowerCase());
  if (!found) throw badRequest(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

export function codeOf(text: string | undefined): ErrorCode | undefined {
  const code = errorCodes.find((one) => one === text?.toUpperCase());
  if (text !== undefined && !code) throw badRequest('code', `must be one of ${errorCodes.join(', ')}`);
  return code;
}

/** Checks the form of an id only. */
export function idOf<P extends string>(name: string, value: string | undefined, prefix: P): Id<P> | undefined {
  if (value === undefined) return undefined;
  if (!isId(prefix, value)) throw badRequest(name, 'is not a well-formed id');
  return value;
}

const idsMost = 100;

/** At most 100 ids, separated by commas; checks their form only. */
export function idsOf<P extends string>(name: string, value: string | undefined, prefix: P): Id<P>[] | undefined {
  const ids = value?.split(',');
  if (ids && ids.length > idsMost) throw badRequest(name, `must be at most ${idsMost} ids`);
  return ids?.flatMap((id) => idOf(name, id, prefix) ?? []);
}

/** An existing day, or a time as `instantOf` reads it; `+` that arrives as a space, because it was not encoded, too. */
export function instant(name: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const text = value.replace(/ (\d{2}(?::?\d{2})?)$/, '+$1');
  const at = isUsageDay(text) ? new Date(text) : instantOf(text);
  if (at) return at;
  throw badRequest(name, notAnInstant);
}

export function day(name: string, value: string | undefined): string | undefined {
  if (value === undefined || isUsageDay(value)) return value;
  throw badRequest(name, 'must be a day such as 2026-01-31');
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
