import { STATUS_CODES } from 'node:http';
import type { Context, Middleware } from 'koa';
import { type Log, ReplayedError, ServiceError, WriteDefect, type WriteOutcome } from '#core';
import { presentError, presentProblem, statusOf } from '../present/error.ts';
import type { RequestState } from '../request-state.ts';

/**
 * Turns what is thrown into the error body of the specification. A refusal says what it is; anything else is a defect:
 * it is logged with its stack under the request's id, and the caller learns nothing but that id.
 */
export function errorBoundary(log: Log): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (ctx.headerSent) {
        breakOff(ctx, thrown, log);
        return;
      }
      answer(ctx, outcomeTold(ctx, asServiceError(thrown, ctx.state, log)), ctx.state);
    }
  };
}

/** The refusal itself, or INTERNAL for a defect, which is logged here. */
export function asServiceError(thrown: unknown, state: RequestState, log: Log): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const isWrite = thrown instanceof WriteDefect;
  log.error('request failed', isWrite ? thrown.cause : thrown, { request_id: state.requestId, route: state.route });
  const message = 'something went wrong on our side; the request id finds it in our logs';
  return new ServiceError('INTERNAL', message, isWrite ? { outcome: thrown.outcome } : {});
}

/** Only a write can have happened or not; every 5xx to one says which. */
function outcomeTold(ctx: Context, error: ServiceError): ServiceError {
  const { outcome, ...details } = error.details;
  const told = ctx.method === 'GET' ? undefined : (outcome ?? outcomeByPlace(ctx.state as RequestState, error));
  if (told === outcome) return error;
  return new ServiceError(error.code, error.message, told ? { ...details, outcome: told } : details, error.cause);
}

/** Of an error that does not say it itself: what went wrong before the provider could be called has changed nothing there. */
function outcomeByPlace({ maybeCalled }: RequestState, error: ServiceError): WriteOutcome | undefined {
  if (maybeCalled === undefined || statusOf(error) < 500) return undefined;
  return maybeCalled || error.code !== 'INTERNAL' ? 'unknown' : 'not_applied';
}

/** Half an answer is out: only a broken connection can still tell the client that it is not whole. */
function breakOff(ctx: Context, thrown: unknown, log: Log): void {
  const clientLeft = ctx.res.destroyed || ctx.req.destroyed;
  if (!clientLeft) log.error('answer broken off', thrown, { request_id: ctx.state['requestId'] });
  ctx.respond = false;
  ctx.res.destroy();
}

function answer(ctx: Context, error: ServiceError, state: RequestState): void {
  state.refusal = { code: error.code, reason: error.details.reason };
  const status = statusOf(error);
  ctx.status = status;
  setHeaders(ctx, error);
  if (ctx.accepts('application/json', 'application/problem+json') === 'application/problem+json') {
    ctx.body = presentProblem(error, state.requestId, STATUS_CODES[status] ?? 'Error');
    ctx.type = 'application/problem+json';
    return;
  }
  ctx.body = presentError(error, state.requestId);
}

/** Headers that repeat what the body says, for clients and proxies that read only those. */
export function setHeaders(ctx: Context, error: ServiceError): void {
  const { retryAfterSeconds, allow } = error.details;
  const wait = retryAfterSeconds ?? (error.code === 'IDEMPOTENCY_IN_PROGRESS' ? 1 : undefined);
  if (wait !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(wait))));
  if (allow !== undefined) ctx.set('Allow', allow.join(', '));
  if (error instanceof ReplayedError) ctx.set('Idempotent-Replayed', 'true');
  if (error.code === 'UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Bearer realm="v1"');
}
