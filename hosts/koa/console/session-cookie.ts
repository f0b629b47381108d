import type { Context } from '../routes/route.ts';

/** The prefix binds the cookie to this very host, path and HTTPS (RFC 6265bis, 4.1.3.2); plain HTTP cannot have it. */
function nameFor(ctx: Context): string {
  return ctx.secure ? '__Host-ledgerport_session' : 'ledgerport_session';
}

/**
 * Undefined also where several cookies have the name: another host of the domain may have set one of them, and which
 * comes first is the browser's choice.
 */
export function sessionToken(ctx: Context): string | undefined {
  const name = nameFor(ctx);
  const given = ctx
    .get('Cookie')
    .split(';')
    .filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return given.length === 1 ? ctx.cookies.get(name) : undefined;
}

/** Ends with the browser; how long it may be idle is decided where the session is kept. */
export function setSessionCookie(ctx: Context, token: string): void {
  ctx.cookies.set(nameFor(ctx), token, { ...attributes, secure: ctx.secure });
}

export function clearSessionCookie(ctx: Context): void {
  ctx.cookies.set(nameFor(ctx), null, { ...attributes, secure: ctx.secure });
}

const attributes = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true } as const;
