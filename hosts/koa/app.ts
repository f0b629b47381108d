// The HTTP host's application: a short ordered list of middleware around the declared routes.
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import type { Core } from '#core';
import { consolePages } from '../console/index.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { everyRequest, type RequestPorts, transportRule } from './middleware/every-request.ts';
import { createKeyLimits } from './middleware/key-limits.ts';
import { unauthenticatedBodies } from './middleware/unauthenticated-bodies.ts';
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

export interface AppPorts extends RequestPorts {
  readonly core: Core;
  readonly settings: AppSettings;
}

export type App = Koa<RequestState>;

/** All routes as a Koa application, which listens nowhere yet. */
export function createApp({ core, settings, ...ports }: AppPorts): App {
  const { log } = ports;
  const { baseUrl, allowHttp, trustProxy, signatureHeader, redirectOrigins, keyRequestsPerMinute = 0 } = settings;
  const consoleOrigins = [new URL(baseUrl).origin, ...(settings.consoleOrigins ?? [])];
  // It is large, and few ask for it.
  let document: Buffer | undefined;
  const { matched, unmatched } = serveRoutes(
    [...routes, ...consoleRoutes],
    {
      ...{ core, signatureHeader, redirectOrigins, consoleOrigins },
      openApiDocument: () => {
        document ??= openApiDocument(baseUrl);
        return document;
      },
      bodies: unauthenticatedBodies(),
      limits: createKeyLimits(keyRequestsPerMinute),
    },
    log,
  );

  const app: App = new Koa<RequestState>();
  app.context['mountPath'] = new URL(baseUrl).pathname.replace(/\/$/, '');
  knowHttps(app, trustProxy);
  app.use(everyRequest(ports));
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

/** What `npm run generate` made of the routes, with the service's own address. */
function openApiDocument(baseUrl: string): Buffer {
  const document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as object;
  return Buffer.from(JSON.stringify({ ...document, servers: [{ url: baseUrl }] }));
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
