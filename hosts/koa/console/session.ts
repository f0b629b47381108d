// Who is signed in to the console: the session's cookie, and what a page and a role may ask for.
import { assertAllowed, ServiceError, type SignedIn } from '#core';
import { readCookie, setCookie } from '../cookies.ts';
import type { Context } from '../request-state.ts';
import type { ConsoleRoute, Host } from '../routes/route.ts';

/** Authenticates the member; page and role must allow it. No API key opens anything here, whatever cookie it brings. */
export async function enterConsole(
  ctx: Context,
  { permission, method }: ConsoleRoute,
  { core, consoleOrigins }: Host,
): Promise<{ readonly member: SignedIn; readonly token: string }> {
  const token = ctx.get('Authorization') === '' ? sessionToken(ctx) : undefined;
  const member = await core.console.authenticate(token, ctx.state.requestId);
  ctx.state.member = member;
  if (method !== 'GET') {
    assertListedOrigin(ctx, consoleOrigins);
    core.console.assertCsrf(member, ctx.get('X-CSRF-Token'));
  }
  if (permission === null) return { member, token: token ?? '' };
  if (member.mustChangePassword) {
    throw new ServiceError('FORBIDDEN', 'change the temporary password first', { reason: 'password_is_temporary' });
  }
  assertAllowed(member.role, permission);
  return { member, token: token ?? '' };
}

/** Browsers name the page's origin on every request that is not a GET or HEAD; a request without it is refused. */
export function assertListedOrigin(ctx: Context, origins: readonly string[]): void {
  if (origins.includes(ctx.get('Origin'))) return;
  throw new ServiceError('FORBIDDEN', 'pages of this origin may not change anything here', { reason: 'origin' });
}

const sessionCookie = 'ledgerport_session';

export const sessionToken = (ctx: Context): string | undefined => readCookie(ctx, sessionCookie);

/** Null clears it. The cookie ends with the browser; the session's store decides how long it may be idle. */
export const setSessionCookie = (ctx: Context, token: string | null): void => setCookie(ctx, sessionCookie, token);
