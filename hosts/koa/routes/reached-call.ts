// What a key may do with a route: the same for a request of the API and for a tool, whose calls run the same routes.
import { AwaitsApproval, type Caller, isJsonObject, ServiceError, toolsAllow } from '#core';
import { presentOperation } from '#core/schemas';
import { type ApiCall, type ApiRoute, type Host, type Result, scopeOf } from './route.ts';

/** Throws FORBIDDEN `scope_missing`; a look needs no more than `read`. */
export function assertMay(route: ApiRoute, { core }: Pick<Host, 'core'>, caller: Caller, looks: boolean): void {
  core.access.assertScope(caller, looks ? 'read' : scopeOf(route));
}

/** Throws FORBIDDEN `no_such_tool` if none of the tools that an agent's key is restricted to has the operation behind it. */
export function assertTool(
  { operations }: ApiRoute,
  params: Readonly<Record<string, string>>,
  { rights }: Caller,
  body: unknown,
): void {
  const tools = rights?.agent?.tools ?? null;
  if (tools === null) return;
  const named = operations.find(({ pinned = {} }) =>
    Object.entries(pinned).every(([name, value]) => params[name] === value),
  );
  const recipe = isJsonObject(body) ? body['recipe'] : undefined;
  if (named && toolsAllow(tools, named.operationId, recipe)) return;
  const message = `this key may use ${tools.join(', ')}, and this request is behind none of them`;
  throw new ServiceError('FORBIDDEN', message, { reason: 'no_such_tool', outcome: 'not_applied' });
}

/** A write that waits for a person is answered 202 with the operation that holds it. */
export async function orWaiting(handled: Promise<Result>): Promise<Result> {
  try {
    return await handled;
  } catch (error) {
    if (!(error instanceof AwaitsApproval)) throw error;
    const { operation, replayed } = error;
    const message = `Waits for a person’s approval: the operation is ${operation.state}`;
    return { status: 202, message, data: presentOperation(operation), replayed };
  }
}

/**
 * Checks that a restricted key names only its own connections; whether its list of tools has this one is `assertTool`. A key of one connection need not name it to a list that
 * has a filter for it. Returns the call as the route's `handle` takes it.
 */
export async function reachedCall(
  route: ApiRoute,
  { core }: Pick<Host, 'core'>,
  params: Readonly<Record<string, string>>,
  call: ApiCall<string>,
): Promise<ApiCall<string>> {
  const { caller, query, write } = call;
  if (route.common || route.ownOnly) return call;
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
