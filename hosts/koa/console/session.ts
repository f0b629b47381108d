// The console's session cookie, and what a session's pages may do.
import { assertAdmitted, assertAllowed, ServiceError } from '#core';
import { readCookie, setCookie } from '../cookies.ts';
import type { Context } from '../request-state.ts';
import type { ConsoleRoute, Host } from '../routes/route.ts';

/**
 * Requires a session whose page and role are allowed, in the organization that `X-Organization` names, or a link’s
 * `organization`: pages name the one of their address. Refuses a request with an API key, whatever its cookie.
 */
export async function enterConsole(ctx: Context, { permission, method }: ConsoleRoute, { core, consoleOrigins }: Host) {
  const token = ctx.get('Authorization') === '' ? sessionToken(ctx) : undefined;
  const { organization = '' } = ctx.query;
  const named = ctx.get('X-Organization') || String(organization) || undefined;
  const usual = readCookie(ctx, organizationCookie);
  const member = await core.console.authenticate(token, ctx.state.requestId, { named, usual });
  ctx.state.member = member;
  if (method !== 'GET') {
    assertListedOrigin(ctx, consoleOrigins);
    core.console.assertCsrf(member, ctx.get('X-CSRF-Token'));
  }
  if (permission !== null) {
    assertAdmitted(member);
    assertAllowed(member.role, permission);
  }
  return { member, token: token ?? '' };
}

/** Browsers send the page's origin with every change. */
export function assertListedOrigin(ctx: Context, origins: readonly string[]): void {
  if (origins.includes(ctx.get('Origin'))) return;
  throw new ServiceError('FORBIDDEN', 'pages of this origin may not change anything here', { reason: 'origin' });
}

const sessionCookie = 'ledgerport_session';

export const sessionToken = (ctx: Context): string | undefined => readCookie(ctx, sessionCookie);

/** Null clears the cookie, which ends with the browser. The store decides how long a session may be idle. */
export function setSessionCookie(ctx: Context, token: string | null): void {
  setCookie(ctx, sessionCookie, token);
  if (readCookie(ctx, organizationCookie) !== undefined) setUsualOrganization(ctx, null);
}

const organizationCookie = 'ledgerport_organization';

/** The organization that a request means if it names none: the one that was switched to, else that of the sign-in. */
export const setUsualOrganization = (ctx: Context, id: string | null): void => setCookie(ctx, organizationCookie, id);
