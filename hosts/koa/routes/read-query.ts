import { badRequest, type RawQuery } from '#core';
import type { Route } from './route.ts';

/** The names that a route declares; anything else in a query is a mistake worth telling. */
export function declaredQuery(route: Route): ReadonlySet<string> {
  return new Set(route.operations.flatMap(({ query = [] }) => query.map(({ name }) => name)));
}

/** Splits `include` from the rest and refuses parameters that the route does not declare. */
export function readQuery(
  raw: RawQuery,
  declared: ReadonlySet<string>,
): { readonly query: RawQuery; readonly includeNative: boolean } {
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

/** Escapes that are no UTF-8 would come as another text, and NUL is kept as another character: neither is asked for. */
export function refuseBrokenQuery({ querystring }: { readonly querystring: string }): void {
  for (const pair of querystring.split('&')) {
    if (!isBroken(pair)) continue;
    const [name = ''] = pair.split('=', 1);
    throw badRequest(name, `${name} holds NUL or escapes that are no UTF-8`);
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
