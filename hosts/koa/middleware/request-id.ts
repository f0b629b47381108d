import type { Middleware } from 'koa';
import { isRequestId, type RequestId } from '#core';
import type { RequestState } from '../request-state.ts';

/** Keeps a caller's well-formed `X-Request-ID`, else gives the request its own; every answer carries it. */
export function requestId(nextId: () => RequestId): Middleware<RequestState> {
  return (ctx, next) => {
    const given = ctx.get('X-Request-ID');
    const id = isRequestId(given) ? given : nextId();
    ctx.state.requestId = id;
    ctx.set('X-Request-ID', id);
    return next();
  };
}
