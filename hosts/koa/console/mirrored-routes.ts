// The JSON API once more for members: same declarations, same use cases, within the member's role.
import { type Environment, environments } from '#core';
import type { ApiRoute, ConsoleCall, ConsoleRoute, Route } from '../routes/route.ts';

/**
 * `/v1/operations/:operation_id` is also `/accounting/test/operations/:operation_id` and `/accounting/live/…`. Reading
 * needs `read`, everything else `operate` and is in the audit log.
 */
export function mirroredRoutes(routes: readonly Route[]): readonly ConsoleRoute[] {
  return routes.filter((route) => route.kind === 'api').flatMap(mirrored);
}

/** They ask by POST, and change nothing. */
const reading: ReadonlySet<string> = new Set(['searchQuotes', 'downloadInvoicePdf']);

/** They leave audit entries of their own. */
const audited: ReadonlySet<string> = new Set([
  'deleteConnection',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookEndpointSecret',
  'recoverWebhookEndpoint',
  'replayWebhookDelivery',
  'replayOperation',
  'cancelOperation',
]);

function mirrored(route: ApiRoute): readonly ConsoleRoute[] {
  return environments.map((environment) => ({
    kind: 'console',
    auth: 'session',
    method: route.method,
    path: route.path.replace(/^\/v1/, `/accounting/${environment}`),
    operations: route.operations,
    permission: isReading(route) ? 'read' : 'operate',
    handle: async ({ token: _token, ...call }) => {
      const { core, member } = call;
      const caller = core.console.callerOf(member, environment);
      const reply = await route.handle({ ...call, caller, requestId: member.requestId });
      const isNew = 'chunks' in reply || reply.replayed !== true;
      if (isNew && !isReading(route) && !isOneOf(audited, route)) await note(route, environment, call);
      return reply;
    },
  }));
}

function isReading(route: ApiRoute): boolean {
  return route.method === 'GET' || isOneOf(reading, route);
}

function isOneOf(names: ReadonlySet<string>, { operations }: ApiRoute): boolean {
  return operations.some(({ operationId }) => names.has(operationId));
}

/** The subject is what the path names last. */
function note(
  { path, method }: ApiRoute,
  environment: Environment,
  { core, member, param, write }: Omit<ConsoleCall, 'token'>,
): Promise<void> {
  const named = [...path.matchAll(/:(\w+_id)\b/g)].at(-1)?.[1];
  const subject = named === undefined ? path : param(named);
  return core.console.noteCall(member, { environment, subject, method, path: write.path });
}
