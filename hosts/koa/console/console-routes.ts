// The routes of the console: those of its own, and mirrors of the JSON API's.
import { type Environment, environments } from '#core';
import { isLook } from '../routes/read-request.ts';
import { type ApiRoute, type ConsoleCall, type ConsoleRoute, type Route, writes } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { accessRoutes } from './access.ts';
import { agentRoutes } from './agents.ts';
import { alertRoutes } from './alerts.ts';
import { approvalRoutes } from './approvals.ts';
import { brandingRoutes } from './branding.ts';
import { factorRoutes } from './factors.ts';
import { invitationRoutes } from './invitations.ts';
import { overviewRoutes } from './overview.ts';
import { providerAppRoutes } from './provider-apps.ts';
import { sessionRoutes } from './sessions.ts';

/**
 * Serves `/v1/…` to members as `/accounting/test/…` and `/accounting/live/…`. Reads need `read`; changes need `operate` and
 * leave an audit entry.
 */
export function mirroredRoutes(routes: readonly Route[]): readonly ConsoleRoute[] {
  return environments.flatMap((environment) =>
    routes.filter((route) => route.kind === 'api').map((route) => mirrored(route, environment)),
  );
}

function mirrored(route: ApiRoute, environment: Environment): ConsoleRoute {
  const isChange = writes(route);
  return {
    ...route,
    kind: 'console',
    path: route.path.replace(/^\/v1/, `/accounting/${environment}`),
    permission: isChange ? 'operate' : 'read',
    handle: async (call, ctx) => {
      const caller = call.core.console.callerOf(call.member, environment);
      const reply = await route.handle({ ...call, caller });
      const isReplayed = typeof reply === 'object' && 'replayed' in reply && reply.replayed === true;
      if (isChange && !isReplayed && !route.audits && !isLook(route, call.query))
        await note(route, environment, call, ctx.path);
      return reply;
    },
  };
}

/** The audit entry's subject is the path's last id. */
function note({ path, method }: ApiRoute, environment: Environment, call: ConsoleCall, at: string): Promise<void> {
  const { core, member, param } = call;
  const named = [...path.matchAll(/:(\w+_id)\b/g)].at(-1)?.[1];
  const subject = named === undefined ? path : param(named);
  return core.console.noteCall(member, { environment, subject, method, path: at });
}

export const consoleRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...factorRoutes,
  ...invitationRoutes,
  ...accessRoutes,
  ...brandingRoutes,
  ...alertRoutes,
  ...providerAppRoutes,
  ...overviewRoutes,
  ...approvalRoutes,
  ...agentRoutes,
  ...mirroredRoutes(routes),
];
