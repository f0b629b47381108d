import type { Middleware } from 'koa';
import type { RequestState } from '../request-state.ts';

const hstsSeconds = 31_536_000;

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** What every answer says to browsers; pages widen the policy by what they need. */
export function securityHeaders(): Middleware<RequestState> {
  return (ctx, next) => {
    ctx.set(headers);
    if (ctx.secure) ctx.set('Strict-Transport-Security', `max-age=${hstsSeconds}`);
    return next();
  };
}
