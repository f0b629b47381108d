// Cookies that neither other hosts of the domain nor other services on this host can set.
import type { Context } from './request-state.ts';

/**
 * `__Host-` binds a cookie to this host, HTTPS and path `/` (RFC 6265bis, 4.1.3.2). Each mount path has its own name.
 */
function nameOf(ctx: Context, name: string): string {
  return `${ctx.secure ? '__Host-' : ''}${name}${encodeURIComponent(mountPathOf(ctx))}`;
}

const mountPathOf = (ctx: Context): string => String(ctx['mountPath'] ?? '');

/** Undefined for several cookies of this name: another host of the domain may have set one. */
export function readCookie(ctx: Context, name: string): string | undefined {
  const whole = nameOf(ctx, name);
  const given = ctx
    .get('Cookie')
    .split(';')
    .filter((pair) => pair.trimStart().startsWith(`${whole}=`));
  return given.length === 1 ? ctx.cookies.get(whole) : undefined;
}

/** Null clears the cookie. Without `expires` it ends with the browser. */
export function setCookie(ctx: Context, name: string, value: string | null, expires?: Date): void {
  const path = ctx.secure ? '/' : mountPathOf(ctx) || '/';
  const attributes = { httpOnly: true, sameSite: 'lax', path, overwrite: true, secure: ctx.secure } as const;
  ctx.cookies.set(nameOf(ctx, name), value, { ...attributes, ...(expires && { expires }) });
}
