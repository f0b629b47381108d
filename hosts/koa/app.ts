// The HTTP host's application: a short ordered list of middleware around the declared routes.
import Koa from 'koa';
import type { Core, Log, RequestId } from '#core';
import { consolePages } from '../console/index.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { everyRequest, transportRule } from './middleware/every-request.ts';
import { createKeyLimits } from './middleware/key-limits.ts';
import { unauthenticatedBodies } from './middleware/unauthenticated-bodies.ts';
import { openApiDocument } from './openapi/document.ts';
import type { RequestState } from './request-state.ts';
import type { Host } from './routes/route.ts';
import { serveRoutes } from './routes/router.ts';
import { routes } from './routes/routes.ts';
import { cameByHttps, type ProxyTrust } from './transport/proxy-trust.ts';

export interface AppSettings extends Pick<Host, 'signatureHeader' | 'redirectOrigins'> {
  /** The service's own base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether plain HTTP is served at all. */
  readonly allowHttp: boolean;
  /** Which proxy in front is believed when it says how the client came (`X-Forwarded-Proto`). */
  readonly trustProxy: ProxyTrust;
  /** Origins, beside its own, whose pages may change things in the console. */
  readonly consoleOrigins?: readonly string[];
  /** Requests a minute that an API key may make of this process; 0 or nothing for as many as it likes. */
  readonly keyRequestsPerMinute?: number;
}

export interface AppPorts {
  readonly core: Core;
  readonly log: Log;
  readonly nextRequestId: () => RequestId;
  readonly settings: AppSettings;
}

export type App = Koa<RequestState>;

export function createApp({ core, log, nextRequestId, settings }: AppPorts): App {
  const { baseUrl, allowHttp, trustProxy, signatureHeader, redirectOrigins, keyRequestsPerMinute = 0 } = settings;
  const consoleOrigins = [new URL(baseUrl).origin, ...(settings.consoleOrigins ?? [])];
  // It takes long to make, and few ask for it.
  let document: Buffer | undefined;
  const { matched, unmatched } = serveRoutes(
    [...routes, ...consoleRoutes],
    {
      ...{ core, signatureHeader, redirectOrigins, consoleOrigins },
      openApiDocument: () => {
        document ??= Buffer.from(JSON.stringify(openApiDocument(routes, baseUrl)));
        return document;
      },
      bodies: unauthenticatedBodies(),
      limits: createKeyLimits(keyRequestsPerMinute),
    },
    log,
  );

  const app: App = new Koa<RequestState>();
  knowHttps(app, trustProxy);
  app.use(everyRequest(log, nextRequestId));
  app.use(errorBoundary(log));
  app.use(transportRule(allowHttp));
  app.use(consolePages());
  app.use(matched);
  app.use(unmatched);
  app.on('error', (error, ctx?: { readonly state: RequestState }) => {
    if (!clientLeft(error)) log.error('answer failed', error, { request_id: ctx?.state.requestId });
  });
  return app;
}

/** Koa itself would believe the first value of the header, which is the client's. */
function knowHttps(app: App, trust: ProxyTrust): void {
  const secure = cameByHttps(trust);
  Object.defineProperty(app.request, 'protocol', {
    get(this: Koa.Request) {
      return secure(this.req) ? 'https' : 'http';
    },
  });
}

const clientFaults = /^(ECONNRESET|EPIPE|HPE_\w+)$/;

/** The client went away or talked nonsense in mid-request; the access log says that it was aborted. */
function clientLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientFaults.test(String(error.code));
}
