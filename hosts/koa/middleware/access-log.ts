import type { Middleware } from 'koa';
import type { Log } from '#core';
import type { RequestState } from '../request-state.ts';

/**
 * One line a request, when its answer is through or its client gone. It names the route's pattern and, of what the path
 * holds, the connection and the operation only: paths hold connect tokens too, queries OAuth codes, bodies accounts.
 */
export function accessLog(log: Log): Middleware<RequestState> {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      log.info('request', {
        method: ctx.method,
        route: ctx.state.route ?? 'unmatched',
        status: ctx.res.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        request_id: ctx.state.requestId,
        actor: ctx.state.caller?.actor ?? ctx.state.member?.memberId,
        organization_id: ctx.state.caller?.organizationId ?? ctx.state.member?.organizationId,
        environment: ctx.state.caller?.environment,
        connection_id: ctx.state.connectionId,
        operation_id: ctx.state.operationId,
        code: ctx.state.refusal?.code,
        reason: ctx.state.refusal?.reason,
        aborted: ctx.res.writableFinished ? undefined : true,
      });
    });
    return next();
  };
}
