// Cookies that neither other hosts of the domain nor other services on this host can set.
import type { Context } from './request-state.ts';

/**
 * `__Host-` binds a cookie to this host, HTTPS and path `/` (RFC 6265bis, 4.1.3.2). Each mount path has its own name.
 */
function nameOf(ctx: Context, name: string): string {
  return `${ctx.secure ? '__Host-' : ''}${name}${encodeURIComponent(mountPathOf(ctx))}`;
}

const mountPathOf = (ctx: Context): string => String(ctx['mountPath'] ?? '');

/**
 * Undefined for several cookies of this name: another host of the domain may have set one. Koa's own reader would keep a
 * pattern of each name for ever, and callers can choose a flow's name.
 */
export function readCookie(ctx: Context, name: string): string | undefined {
  const begin = `${nameOf(ctx, name)}=`;
  const pairs = ctx.get('Cookie').split(';');
  const [given, ...others] = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(begin));
  return others.length === 0 ? given?.slice(begin.length) : undefined;
}

/** Null clears the cookie. Without `expires` it ends with the browser. */
export function setCookie(ctx: Context, name: string, value: string | null, expires?: Date): void {
  const path = ctx.secure ? '/' : mountPathOf(ctx) || '/';
  const attributes = { httpOnly: true, sameSite: 'lax', path, overwrite: true, secure: ctx.secure } as const;
  ctx.cookies.set(nameOf(ctx, name), value, { ...attributes, ...(expires && { expires }) });
}
