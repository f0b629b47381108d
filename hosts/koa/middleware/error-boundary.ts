import { STATUS_CODES } from 'node:http';
import type { Middleware, ParameterizedContext } from 'koa';
import {
  databaseRefusal,
  type ErrorCode,
  isId,
  type Log,
  ReplayedError,
  ServiceError,
  WriteDefect,
  type WriteOutcome,
} from '#core';
import { errorHeaders, presentError, presentProblem, statusOf } from '../present/error.ts';
import type { RequestState } from '../request-state.ts';

type ContextOf = ParameterizedContext<RequestState>;

/** Answers refusals in the documented form. Logs any other error; the caller gets only the request id, or that the database
 * is not to be had. */
export function errorBoundary(log: Log, baseUrl: string): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      if (ctx.headerSent) return breakOff(ctx, thrown, log);
      answer(ctx, withOutcome(ctx, asServiceError(ctx, thrown, log)), `${baseUrl}/docs/errors`);
    }
  };
}

/** Returns the refusal, or INTERNAL for a defect, which it logs. Sets headers and the access log's fields. */
export function asServiceError(ctx: ContextOf, thrown: unknown, log: Log): ServiceError {
  const error = thrown instanceof ServiceError ? inEnvironment(ctx.state, thrown) : defect(ctx.state, thrown, log);
  ctx.state.refusal = error;
  ctx.set(errorHeaders(error));
  if (thrown instanceof ReplayedError) ctx.set('Idempotent-Replayed', 'true');
  return error;
}

/** Names the environment of a missing id. */
function inEnvironment({ caller }: RequestState, error: ServiceError): ServiceError {
  const { code, message, details, cause } = error;
  if (code !== 'NOT_FOUND' || details.reason !== undefined || !caller) return error;
  const key = isId('key', caller.actor) ? ', the environment of this key' : '';
  return new ServiceError(code, `${message} in ${caller.environment}${key}`, details, cause);
}

function defect({ requestId, route }: RequestState, thrown: unknown, log: Log): ServiceError {
  const isWrite = thrown instanceof WriteDefect;
  const away = databaseRefusal(thrown);
  const what = away ? 'request failed, because the database is not to be had' : 'request failed';
  log.error(what, isWrite ? thrown.cause : thrown, { request_id: requestId, route });
  if (away) return away;
  const message = 'something went wrong in the service; the request id finds it in its logs';
  return new ServiceError('INTERNAL', message, isWrite ? { outcome: thrown.outcome } : {});
}

/** Gives every 5xx to a write an outcome. */
function withOutcome(ctx: ContextOf, error: ServiceError): ServiceError {
  const { outcome, ...details } = error.details;
  const known = ctx.method === 'GET' ? undefined : (outcome ?? outcomeByState(ctx.state, error));
  if (known === outcome) return error;
  return new ServiceError(error.code, error.message, known ? { ...details, outcome: known } : details, error.cause);
}

/** Before its first provider call a write has changed nothing there. */
function outcomeByState({ maybeCalled }: RequestState, error: ServiceError): WriteOutcome | undefined {
  if (maybeCalled === undefined || statusOf(error) < 500) return undefined;
  return maybeCalled || !ownFaults.has(error.code) ? 'unknown' : 'not_applied';
}

/** Faults that may come before a provider call. */
const ownFaults: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL', 'DATABASE_UNAVAILABLE']);

/** A part of the answer is sent, so only a broken connection can show that the rest is missing. */
function breakOff(ctx: ContextOf, thrown: unknown, log: Log): void {
  const clientLeft = ctx.res.destroyed || ctx.req.destroyed;
  if (!clientLeft) log.error('answer aborted', thrown, { request_id: ctx.state.requestId });
  ctx.respond = false;
  ctx.res.destroy();
}

function answer(ctx: ContextOf, error: ServiceError, errorsPage: string): void {
  const { requestId } = ctx.state;
  const status = statusOf(error);
  ctx.status = status;
  if (ctx.accepts('application/json', 'application/problem+json') === 'application/problem+json') {
    const about = { title: STATUS_CODES[status] ?? 'Error', type: `${errorsPage}#${error.code}` };
    ctx.body = presentProblem(error, requestId, about);
    ctx.type = 'application/problem+json';
    return;
  }
  ctx.body = presentError(error, requestId);
}
