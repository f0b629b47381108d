import type { Middleware } from 'koa';
import type { RequestState } from '../request-state.ts';

const hstsSeconds = 31_536_000;

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** What every answer says to browsers. Over plain HTTP nothing may be said of HTTPS (RFC 6797, 7.2). */
export function headersFor(secure: boolean): Readonly<Record<string, string>> {
  return secure ? { ...headers, 'Strict-Transport-Security': `max-age=${hstsSeconds}` } : headers;
}

/** Pages widen the policy by what they need. */
export function securityHeaders(): Middleware<RequestState> {
  return (ctx, next) => {
    ctx.set(headersFor(ctx.secure));
    return next();
  };
}
