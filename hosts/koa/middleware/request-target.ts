import type { Middleware } from 'koa';
import { ServiceError } from '#core';
import type { RequestState } from '../request-state.ts';

/** Refuses a request line whose address no parser can read, before one of them throws over it. */
export function requestTarget(): Middleware<RequestState> {
  return (ctx, next) => {
    if (URL.canParse(ctx.req.url ?? '', 'http://service')) return next();
    throw new ServiceError('BAD_REQUEST', 'the address of the request is not well-formed');
  };
}
