import type { Middleware, Next, ParameterizedContext } from 'koa';
import {
  type Core,
  environments,
  idempotencyKeyMaxLength,
  isRequestId,
  type Log,
  type RequestId,
  ServiceError,
  type Tracing,
} from '#core';
import type { HostMetrics } from '../../composition/host-metrics.ts';
import type { RequestState } from '../request-state.ts';

export interface RequestPorts {
  readonly log: Log;
  readonly nextRequestId: () => RequestId;
  readonly record: Core['requests']['record'];
  readonly tracing?: Tracing | undefined;
  readonly metrics?: Pick<HostMetrics, 'requestBegan' | 'requestEnded' | 'toolCalled'>;
}

/**
 * Takes a well-formed `X-Request-ID` or makes an id, sets headers, and logs one line at the end. The line names only
 * the route's pattern, the connection and the operation, because paths, queries and bodies may contain secrets.
 */
export function everyRequest({ log, nextRequestId, record, tracing, metrics }: RequestPorts): Middleware<RequestState> {
  return (ctx, next) => {
    const startedAt = performance.now();
    const given = ctx.get('X-Request-ID');
    const isIdChosen = isRequestId(given);
    const id = isIdChosen ? given : nextRequestId();
    ctx.state.requestId = id;
    // The connect page widens this policy.
    ctx.res.setHeader('X-Request-ID', id);
    for (const [name, value] of headersFor(ctx.secure)) ctx.res.setHeader(name, value);
    metrics?.requestBegan();
    ctx.res.once('close', () => {
      const { route, caller, member, connectionId, operationId, refusal, traceId } = ctx.state;
      const tookMs = performance.now() - startedAt;
      metrics?.requestEnded(ctx.method, route ?? 'unmatched', ctx.res.statusCode, tookMs);
      log.info('request', {
        method: ctx.method,
        route: route ?? 'unmatched',
        status: ctx.res.statusCode,
        ms: Math.round(tookMs * 10) / 10,
        request_id: id,
        ...(traceId && { trace_id: traceId }),
        actor: caller?.actor ?? member?.memberId,
        organization_id: caller?.organizationId ?? member?.organizationId,
        environment: caller?.environment,
        connection_id: connectionId,
        operation_id: operationId,
        code: refusal?.code,
        reason: refusal?.details.reason,
        aborted: ctx.res.writableFinished ? undefined : true,
      });
      const known = loggedCaller(ctx);
      if (known === undefined || route === undefined) return;
      record({
        caller: known,
        isIdChosen,
        method: ctx.method,
        route,
        asked: ctx.originalUrl,
        status: ctx.res.writableFinished ? (ctx.state.loggedStatus ?? ctx.res.statusCode) : null,
        durationMs: tookMs,
        error: refusal,
        connectionId: connectionId ?? null,
        operationId: operationId ?? null,
        resourceId: ctx.state.resourceId ?? null,
        idempotencyKey: ctx.get('Idempotency-Key').slice(0, idempotencyKeyMaxLength) || null,
        isReplayed: ctx.state.isReplayed ?? ctx.res.getHeader('Idempotent-Replayed') === 'true',
        client: ctx.state.client ?? null,
        requestRef: ctx.state.requestRef ?? null,
        body: ctx.state.body,
      });
    });
    return tracing ? traced(tracing, ctx, next) : next();
  };
}

/**
 * The caller of a request that the log keeps: all of API keys but reads of the log itself; changes and refusals of
 * members in one environment, because their pages poll.
 */
function loggedCaller({ state }: ParameterizedContext<RequestState>) {
  const { caller, member, route = '', requestId, refusal, maybeCalled } = state;
  const isPlainRead = maybeCalled === undefined && !refusal;
  if (isPlainRead && (member || route.startsWith('/v1/request'))) return undefined;
  if (caller || !member) return caller;
  const { organizationId, memberId: actor, email: name } = member;
  const environment = environments.find((one) => route.startsWith(`/accounting/${one}/`));
  return environment && { organizationId, environment, actor, name, requestId };
}

/** Continues the caller's trace. */
function traced(tracing: Tracing, ctx: ParameterizedContext<RequestState>, next: Next): Promise<void> {
  return tracing.span(ctx.method, { kind: 'server', parent: ctx.get('traceparent') }, async (span) => {
    ctx.state.traceId = tracing.traceparent()?.split('-')[1];
    await next();
    const { route, requestId, caller, connectionId, refusal } = ctx.state;
    span.rename(`${ctx.method} ${route ?? 'unmatched'}`);
    span.set({
      'http.request.method': ctx.method,
      'http.route': route,
      'http.response.status_code': ctx.status,
      'ledgerport.request_id': requestId,
      'ledgerport.organization_id': caller?.organizationId,
      'ledgerport.connection_id': connectionId,
      'ledgerport.code': refusal?.code,
    });
    if (ctx.status >= 500) span.fail(String(ctx.status));
  });
}

const headers = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

const secureHeaders = [...headers, ['Strict-Transport-Security', 'max-age=31536000'] as const];

/** Plain HTTP must not send HTTPS's header (RFC 6797, 7.2). */
export function headersFor(secure: boolean): readonly (readonly [name: string, value: string])[] {
  return secure ? secureHeaders : headers;
}

/** Refuses URLs that cannot be parsed and, unless allowed, plain HTTP on every path. */
export function transportRule(allowHttp: boolean): Middleware<RequestState> {
  return (ctx, next) => {
    if (!URL.canParse(ctx.req.url ?? '', 'http://service')) {
      throw new ServiceError('BAD_REQUEST', 'the address of the request is not well-formed');
    }
    if (ctx.secure || allowHttp) return next();
    throw new ServiceError('BAD_REQUEST', 'use HTTPS; replace any API key that was sent without it', {
      reason: 'https_required',
    });
  };
}
