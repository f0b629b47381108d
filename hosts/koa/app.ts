// The HTTP host's application: a short ordered list of middleware around the declared routes.
import Koa from 'koa';
import type { Core, Log, RequestId } from '#core';

import { accessLog } from './middleware/access-log.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { requestId } from './middleware/request-id.ts';
import { requestTarget } from './middleware/request-target.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { transportRule } from './middleware/transport-rule.ts';
import { openApiDocument } from './openapi/document.ts';
import type { RequestState } from './request-state.ts';
import { serveRoutes } from './routes/router.ts';
import { routes } from './routes/routes.ts';

export interface AppSettings {
  /** The service's own base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Whether plain HTTP is served at all. */
  readonly allowHttp: boolean;
  /** Whether a proxy in front is believed when it says how the client came (`X-Forwarded-Proto`). */
  readonly trustProxy: boolean;
  /** Header in which the provider signs its notifications, such as `X-Ledger-Signature`. */
  readonly signatureHeader: string;
  /** Origins that connect sessions may return to. */
  readonly redirectOrigins: readonly string[];
}

export interface AppPorts {
  readonly core: Core;
  readonly log: Log;
  readonly nextRequestId: () => RequestId;
  readonly settings: AppSettings;
}

export type App = Koa<RequestState>;

export function createApp({ core, log, nextRequestId, settings }: AppPorts): App {
  const { baseUrl, allowHttp, trustProxy, signatureHeader, redirectOrigins } = settings;
  const document = openApiDocument(routes, baseUrl);
  const host = { core, signatureHeader, redirectOrigins, openApiDocument: () => document };
  const { matched, unmatched } = serveRoutes(routes, host, log);

  const app: App = new Koa<RequestState>({ proxy: trustProxy });
  app.use(requestId(nextRequestId));
  app.use(accessLog(log));
  app.use(securityHeaders());
  app.use(errorBoundary(log));
  app.use(requestTarget());
  app.use(transportRule({ allowHttp }));
  app.use(matched);
  app.use(unmatched);
  app.on('error', (error, ctx?: { readonly state: RequestState }) => {
    if (!clientLeft(error)) log.error('answer failed', error, { request_id: ctx?.state.requestId });
  });
  return app;
}

const clientFaults = /^(ECONNRESET|EPIPE|HPE_\w+)$/;

/** The client went away or talked nonsense in mid-request; the access log says that it was aborted. */
function clientLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientFaults.test(String(error.code));
}
