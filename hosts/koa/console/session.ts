// Who is signed in to the console: the session's cookie, and what a page and a role may ask for.
import { assertAllowed, ServiceError, type SignedIn } from '#core';
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

/**
 * `__Host-` binds the cookie to this host, to HTTPS and to the path `/` (RFC 6265bis, 4.1.3.2); plain HTTP cannot have it.
 * Of services that are mounted on one host each has a name of its own.
 */
function cookieName(ctx: Context): string {
  return `${ctx.secure ? '__Host-' : ''}ledgerport_session${encodeURIComponent(mountPathOf(ctx))}`;
}

const mountPathOf = (ctx: Context): string => String(ctx['mountPath'] ?? '');

/** Undefined where several cookies have the name, too: another host of the domain may have set the first. */
export function sessionToken(ctx: Context): string | undefined {
  const name = cookieName(ctx);
  const given = ctx
    .get('Cookie')
    .split(';')
    .filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return given.length === 1 ? ctx.cookies.get(name) : undefined;
}

/** Null clears it. The cookie ends with the browser; the session's store decides how long it may be idle. */
export function setSessionCookie(ctx: Context, token: string | null): void {
  const path = ctx.secure ? '/' : mountPathOf(ctx) || '/';
  const attributes = { httpOnly: true, sameSite: 'lax', path, overwrite: true } as const;
  ctx.cookies.set(cookieName(ctx), token, { ...attributes, secure: ctx.secure });
}
