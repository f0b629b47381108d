import { assertAllowed, ServiceError } from '#core';
import type { ConsoleRoute, Context, PlainHost } from '../routes/route.ts';
import { sessionToken } from './session-cookie.ts';

/**
 * Who is signed in, and whether this page and role may ask for this. An API key opens nothing here, whatever cookie
 * comes beside it. Runs before a byte of the body is read.
 */
export function consoleEntry({ permission, method }: ConsoleRoute, { core, consoleOrigins }: PlainHost) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    const token = ctx.get('Authorization') === '' ? sessionToken(ctx) : undefined;
    const member = await core.console.authenticate(token, ctx.state.requestId);
    ctx.state.member = member;
    ctx.state.sessionToken = token ?? '';
    if (method !== 'GET') {
      assertListedOrigin(ctx, consoleOrigins);
      core.console.assertCsrf(member, ctx.get('X-CSRF-Token'));
    }
    if (permission !== null) {
      if (member.mustChangePassword) throw mustChange();
      assertAllowed(member.role, permission);
    }
    await next();
  };
}

/** Browsers name the page's origin on every request that is not a GET or HEAD; without it nothing is known. */
export function assertListedOrigin(ctx: Context, origins: readonly string[]): void {
  if (origins.includes(ctx.get('Origin'))) return;
  throw new ServiceError('FORBIDDEN', 'this page’s origin may not change anything here', { reason: 'origin' });
}

function mustChange(): ServiceError {
  return new ServiceError('FORBIDDEN', 'change the temporary password first', { reason: 'password_is_temporary' });
}
