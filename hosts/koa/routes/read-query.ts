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
