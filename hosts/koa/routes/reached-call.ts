// What a key may do with a route: the same for a request of the API and for a tool, whose calls run the same routes.
import { type Caller, isJsonObject } from '#core';
import { type ApiCall, type ApiRoute, type Host, scopeOf } from './route.ts';

/** Throws FORBIDDEN `scope_missing`; a look needs no more than `read`. */
export function assertMay(route: ApiRoute, { core }: Pick<Host, 'core'>, caller: Caller, looks: boolean): void {
  core.access.assertScope(caller, looks ? 'read' : scopeOf(route));
}

/**
 * Checks that a restricted key names only its own connections. A key of one connection need not name it to a list that
 * has a filter for it. Returns the call as the route's `handle` takes it.
 */
export async function reachedCall(
  route: ApiRoute,
  { core }: Pick<Host, 'core'>,
  params: Readonly<Record<string, string>>,
  call: ApiCall<string>,
): Promise<ApiCall<string>> {
  if (route.common) return call;
  const { caller, query, write } = call;
  const [only, ...others] = caller.rights?.connectionIds ?? [];
  const isFiltered = route.operations.some(({ query: taken = [] }) =>
    taken.some(({ name }) => name === 'connection_id'),
  );
  const narrowed = isFiltered && only && others.length === 0 ? { connection_id: only, ...query } : query;
  const body: unknown = write.body;
  const written = isJsonObject(body) ? [body, body['filter']] : [];
  const named = [narrowed, ...written].map((part): [string, unknown] => {
    return ['connection_id', isJsonObject(part) ? part['connection_id'] : undefined];
  });
  await core.access.assertReach(caller, [...Object.entries(params), ...named]);
  return { ...call, query: narrowed };
}
