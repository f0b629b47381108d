// What a handler learns of a request beside its body: query parameters and preferences.
import { badRequest, longestWaitSeconds } from '#core';
import type { RawQuery } from '#core/schemas';
import type { Route } from './route.ts';

/** The names that a route declares; any other name in a query is refused. */
export function declaredQuery({ operations }: Route): ReadonlySet<string> {
  return new Set(operations.flatMap(({ query = [] }) => query.map(({ name }) => name)));
}

interface Queried {
  readonly query: RawQuery;
  readonly querystring: string;
}

/** Splits `include` from the rest; refuses parameters that the route does not declare, and texts that are not UTF-8. */
export function readQuery(
  { query: raw, querystring }: Queried,
  declared: ReadonlySet<string>,
): { readonly query: RawQuery; readonly includeNative: boolean } {
  refuseBrokenQuery(querystring);
  for (const name of Object.keys(raw)) {
    if (!declared.has(name)) throw badRequest(name, `${name} is not a parameter of this request`);
  }
  const { include, ...query } = raw;
  if (include !== undefined && include !== 'provider_data') {
    throw badRequest('include', 'include must be provider_data');
  }
  return { query, includeNative: include !== undefined };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Escapes that are not UTF-8 would be read as another text, and databases cannot store NUL. */
function refuseBrokenQuery(querystring: string): void {
  for (const pair of querystring.split('&')) {
    if (!isBroken(pair)) continue;
    const [name = ''] = pair.split('=', 1);
    throw badRequest(name, `${name} holds NUL or escapes that are not UTF-8`);
  }
}

function isBroken(escaped: string): boolean {
  const unescaped = escaped.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const bytes = Buffer.from(unescaped, 'latin1');
  if (bytes.includes(0)) return true;
  try {
    utf8.decode(bytes);
    return false;
  } catch {
    return true;
  }
}

/**
 * Seconds of `Prefer: wait=N` (RFC 7240), at most 20; undefined where the route calls no provider or the header holds
 * no such preference, which is no error.
 */
export function waitPreference({ operations }: Pick<Route, 'operations'>, header: string): number | undefined {
  if (!operations.some(({ waits }) => waits)) return undefined;
  for (const preference of header.split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), longestWaitSeconds);
  }
  return undefined;
}
