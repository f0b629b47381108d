// The JSON API once more for members: same declarations, same use cases, within the member's role.
import { environments } from '#core';
import type { ApiRoute, ConsoleRoute, Route } from '../routes/route.ts';

/**
 * `/v1/operations/:operation_id` is also `/accounting/test/operations/:operation_id` and `/accounting/live/…`. Reading
 * needs `read`, everything else `operate`.
 */
export function mirroredRoutes(routes: readonly Route[]): readonly ConsoleRoute[] {
  return routes.filter((route) => route.kind === 'api').flatMap(mirrored);
}

function mirrored(route: ApiRoute): readonly ConsoleRoute[] {
  return environments.map((environment) => ({
    kind: 'console',
    auth: 'session',
    method: route.method,
    path: route.path.replace(/^\/v1/, `/accounting/${environment}`),
    operations: route.operations,
    permission: route.method === 'GET' ? 'read' : 'operate',
    handle: ({ member, token: _token, ...call }) =>
      route.handle({ ...call, caller: call.core.console.callerOf(member, environment), requestId: member.requestId }),
  }));
}
