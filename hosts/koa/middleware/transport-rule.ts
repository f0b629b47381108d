import type { Middleware } from 'koa';
import { ServiceError } from '#core';
import type { RequestState } from '../request-state.ts';

/**
 * Refuses plain HTTP on every path, health included, unless the deployment allows it. `ctx.secure` is a TLS socket, or
 * a trusted proxy's word that the client came by HTTPS.
 */
export function transportRule({ allowHttp }: { allowHttp: boolean }): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.secure || allowHttp) return next();
    throw new ServiceError('BAD_REQUEST', 'use HTTPS; replace any API key that was sent without it', {
      reason: 'https_required',
    });
  };
}
