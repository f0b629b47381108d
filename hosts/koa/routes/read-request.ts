import { isUtf8 } from 'node:buffer';
import { badRequest, longestWaitSeconds, meant } from '#core';
import type { RawQuery } from '#core/schemas';
import type { Context } from '../request-state.ts';
import type { ApiRoute } from './route.ts';

/** Takes `include` out; refuses undeclared parameters and text that is not UTF-8. */
export function readQuery(
  { query: raw, querystring }: Context,
  declared: ReadonlySet<string>,
): { readonly query: RawQuery; readonly includeNative: boolean } {
  refuseBrokenQuery(querystring);
  for (const name of Object.keys(raw)) {
    if (!declared.has(name)) throw badRequest(name, `is not a parameter of this request${meant(name, [...declared])}`);
  }
  const { include, ...query } = raw;
  if (include !== undefined && include !== 'provider_data') {
    throw badRequest('include', 'must be provider_data');
  }
  return { query, includeNative: include !== undefined };
}

/** Invalid UTF-8 would be read as another text; databases cannot store NUL. */
function refuseBrokenQuery(querystring: string): void {
  for (const pair of querystring.split('&')) {
    if (!isBroken(pair)) continue;
    const [name = ''] = pair.split('=', 1);
    throw badRequest(name, 'contains NUL or escapes that are not UTF-8');
  }
}

function isBroken(escaped: string): boolean {
  const unescaped = escaped.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const bytes = Buffer.from(unescaped, 'latin1');
  return bytes.includes(0) || !isUtf8(bytes);
}

/** `Prefer: wait=N` (RFC 7240), at most 20 s; undefined without a valid preference. */
export function waitPreference(header: string): number | undefined {
  for (const preference of header.split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), longestWaitSeconds);
  }
  return undefined;
}

/** Throws BAD_REQUEST for a parameter that is given twice. */
export function once(query: RawQuery, name: string): string | undefined {
  const said = query[name];
  if (said === undefined || typeof said === 'string') return said;
  throw badRequest(name, 'must be given once');
}

/** `true` or `false`; false where it is left out. */
export function flag(query: RawQuery, name: string): boolean {
  const said = once(query, name) ?? 'false';
  if (said === 'true' || said === 'false') return said === 'true';
  throw badRequest(name, 'must be true or false');
}

/** True for a request that only looks, by either of its names. Throws BAD_REQUEST for a value that is none. */
export function looks(query: RawQuery): boolean {
  const byName = [flag(query, 'validate_only'), flag(query, 'preview')];
  return byName.includes(true);
}

/** True for a request that only asks whether a write would be taken. */
export function isLook({ mayLook }: Pick<ApiRoute, 'mayLook'>, query: RawQuery): boolean {
  return mayLook === true && (query['validate_only'] === 'true' || query['preview'] === 'true');
}
