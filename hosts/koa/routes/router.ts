import Router from '@koa/router';
import type { Middleware } from 'koa';
import { isId, type Log, ServiceError } from '#core';
import { consoleEntry } from '../console/console-entry.ts';
import { authentication } from '../middleware/authentication.ts';
import { formBody } from '../middleware/form-body.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { keyConcurrency } from '../middleware/key-concurrency.ts';
import { type KeyRate, keyRate } from '../middleware/key-rate.ts';
import { pageErrors } from '../middleware/page-errors.ts';
import type { RequestState } from '../request-state.ts';
import { answer } from './answer.ts';
import { waitPreference } from './read-preference.ts';
import { declaredQuery, readQuery, refuseBrokenQuery } from './read-query.ts';
import type { ApiCall, ApiRoute, ConsoleRoute, Context, PlainHost, Route, Write } from './route.ts';

type Step = (ctx: Context, next: () => Promise<unknown>) => unknown;

/** Serves the declared routes, in order the first whose path and method match, and tells what is wrong where none does. */
export function serveRoutes(routes: readonly Route[], host: PlainHost, log: Log, rate?: KeyRate) {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const limits = { rate: rate === undefined ? [] : [keyRate(rate)], concurrency: keyConcurrency() };
  for (const route of routes) {
    router.register(route.path, [route.method], [named(route), ...stepsOf(route, host, log, limits)]);
  }
  return { matched: router.routes(), unmatched: unmatched(router) };
}

/** Which paths and methods there are is public knowledge (the OpenAPI document): no key is asked for to say so. */
function unmatched(router: Router<RequestState>): Middleware<RequestState> {
  return (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new ServiceError('NOT_FOUND', 'there is nothing at this path');
    const allow = [...methods, 'OPTIONS'].sort();
    if (ctx.method !== 'OPTIONS') {
      throw new ServiceError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here, only ${allow.join(', ')}`, {
        allow,
      });
    }
    ctx.set('Allow', allow.join(', '));
    ctx.status = 204;
  };
}

function named(route: Route): Step {
  return (ctx, next) => {
    ctx.state.route = route.path;
    if (writes(route)) ctx.state.maybeCalled = false;
    const { connection_id = '', operation_id = '' } = ctx.params;
    if (isId('conn', connection_id)) ctx.state.connectionId = connection_id;
    if (isId('op', operation_id)) ctx.state.operationId = operation_id;
    return next();
  };
}

/** Of one key, all between knowing whose request it is and reading its body. */
interface KeyLimits {
  readonly rate: readonly Step[];
  readonly concurrency: Step;
}

function stepsOf(route: Route, host: PlainHost, log: Log, { rate, concurrency }: KeyLimits): readonly Step[] {
  if (route.kind === 'api') {
    const body = takesBody(route) ? [jsonBody()] : [];
    return [authentication(host.core), ...rate, concurrency, ...body, apiStep(route, host)];
  }
  if (route.kind === 'console') return consoleSteps(route, host, concurrency);
  const handle: Step = (ctx) => route.handle(ctx, host);
  if (route.kind === 'plain') return [handle];
  return [onlyLookedAt, pageErrors(log), ...(route.form ? [formBody(host.bodies)] : []), handle];
}

/** A link checker's HEAD must not use a link or a code up. */
const onlyLookedAt: Step = (ctx, next) => {
  if (ctx.method !== 'HEAD') return next();
  ctx.status = 200;
  return undefined;
};

function consoleSteps(route: ConsoleRoute, host: PlainHost, concurrency: Step): readonly Step[] {
  const declared = declaredQuery(route);
  const handle: Step = async (ctx) => {
    const { member, sessionToken: token } = ctx.state;
    if (!member || token === undefined) throw new Error('a route of the console was reached without a member');
    refuseBrokenQuery(ctx);
    const { query, includeNative } = readQuery(ctx.query, declared);
    const waitSeconds = waitPreference(route, ctx.get('Prefer'));
    const param = (name: string) => parameter(ctx, name);
    noteCall(ctx, route);
    const call = { core: host.core, member, token, param, query, write: writeOf(ctx), waitSeconds, includeNative };
    await answer(ctx, route, await route.handle(call, ctx));
  };
  const entry = consoleEntry(route, host);
  // Once before the body, so that strangers send none; once after, because a body may take a minute to come, in which
  // the member may have been removed.
  return takesBody(route) ? [entry, concurrency, jsonBody(), entry, handle] : [entry, concurrency, handle];
}

/** What asks the provider and takes no Idempotency-Key only reads, whatever its method. */
function writes({ kind, method, operations }: Route): boolean {
  const reads = method === 'GET' || operations.every(({ waits, idempotencyKey }) => waits && !idempotencyKey);
  return (kind === 'api' || kind === 'console') && !reads;
}

/** From here on an error that says nothing else leaves open whether the provider was called. */
function noteCall(ctx: Context, { operations }: ApiRoute | ConsoleRoute): void {
  if (ctx.state.maybeCalled === undefined) return;
  ctx.state.maybeCalled = operations.some(({ errors }) => errors.includes('PROVIDER_UNAVAILABLE'));
}

function takesBody(route: ApiRoute | ConsoleRoute): boolean {
  return route.operations.some(({ body }) => body !== undefined);
}

function apiStep(route: ApiRoute, { core }: PlainHost): Step {
  const declared = declaredQuery(route);
  return async (ctx) => {
    refuseBrokenQuery(ctx);
    const { query, includeNative } = readQuery(ctx.query, declared);
    const waitSeconds = waitPreference(route, ctx.get('Prefer'));
    if (waitSeconds !== undefined) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
    noteCall(ctx, route);
    await answer(ctx, route, await route.handle(callOf(ctx, { core, query, includeNative, waitSeconds })));
  };
}

function callOf(
  ctx: Context,
  rest: Pick<ApiCall<string>, 'core' | 'query' | 'includeNative' | 'waitSeconds'>,
): ApiCall<string> {
  const { caller, requestId } = ctx.state;
  if (!caller) throw new Error('an API route was reached without a caller');
  return { ...rest, caller, requestId, param: (name) => parameter(ctx, name), write: writeOf(ctx) };
}

function writeOf(ctx: Context): Write {
  const key = ctx.get('Idempotency-Key');
  return { key: key === '' ? undefined : key, method: ctx.method, path: ctx.path, body: ctx.request.body };
}

function parameter(ctx: Context, name: string): string {
  const value = ctx.params[name];
  if (value === undefined) throw new ServiceError('NOT_FOUND', 'there is nothing at this path');
  return value;
}
