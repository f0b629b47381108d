import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import Koa from 'koa';
import type { Core } from '#core';
import { type Asset, assetOf } from '../console/encoding.ts';
import { consolePages } from '../console/index.ts';
import { type McpSettings, mcpDoor } from '../mcp/serve.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { arrivingBodies } from './middleware/arriving-bodies.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { everyRequest, type RequestPorts, transportRule } from './middleware/every-request.ts';
import { statusOf } from './present/error.ts';
import type { RequestState } from './request-state.ts';
import { repeatedRefusals } from './routes/repeated-refusals.ts';
import type { Host } from './routes/route.ts';
import { serveRoutes } from './routes/router.ts';
import { routes } from './routes/routes.ts';
import { createShares } from './shares.ts';

/** `true` trusts every peer, a list only peers in its ranges. */
export type ProxyTrust = boolean | readonly string[];

export interface AppSettings extends Pick<Host, 'redirectOrigins'> {
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  /** Peers whose `X-Forwarded-Proto` is trusted. */
  readonly trustProxy: ProxyTrust;
  /** Origins other than the host's own whose pages may make changes in the console. */
  readonly consoleOrigins?: readonly string[];
  /** Bounds each API key in this process; 0 or absent: unlimited. */
  readonly keyRequestsPerMinute?: number;
  /** Serves agents at `POST /mcp`; absent: there is nothing at this path. */
  readonly mcp?: McpSettings | undefined;
}

export interface AppPorts extends Omit<RequestPorts, 'record'> {
  readonly core: Core;
  readonly settings: AppSettings;
}

export type App = Koa<RequestState>;

export function createApp({ core, settings, ...ports }: AppPorts): App {
  const { log } = ports;
  const { baseUrl, allowHttp, trustProxy, redirectOrigins, keyRequestsPerMinute = 0 } = settings;
  const consoleOrigins = [new URL(baseUrl).origin, ...(settings.consoleOrigins ?? [])];
  let document: Promise<Asset> | undefined;
  const shares = createShares(keyRequestsPerMinute);
  const host: Host = {
    core,
    redirectOrigins,
    consoleOrigins,
    openApiDocument: () => {
      document ??= openApiDocument(baseUrl);
      return document;
    },
    shares,
    bodies: arrivingBodies(shares),
    repeats: repeatedRefusals(statusOf),
  };
  const { matched, unmatched } = serveRoutes([...routes, ...consoleRoutes], host, log);

  const app: App = new Koa<RequestState>();
  app.context['mountPath'] = new URL(baseUrl).pathname.replace(/\/$/, '');
  knowHttps(app, trustProxy);
  app.use(everyRequest({ ...ports, record: core.requests.record }));
  app.use(errorBoundary(log, baseUrl));
  app.use(transportRule(allowHttp));
  if (settings.mcp) {
    const { tracing, metrics } = ports;
    app.use(
      mcpDoor({
        host,
        log,
        tracing,
        called: metrics?.toolCalled,
        settings: settings.mcp,
      }) as Koa.Middleware<RequestState>,
    );
  }
  app.use(consolePages());
  app.use(matched);
  app.use(unmatched);
  app.on('error', (error, ctx?: { readonly state: RequestState }) => {
    if (!clientLeft(error)) log.error('answer failed', error, { request_id: ctx?.state.requestId });
  });
  return app;
}

interface PublishedDocument {
  readonly externalDocs: object;
}

function openApiDocument(baseUrl: string): Promise<Asset> {
  const document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as PublishedDocument;
  const externalDocs = { ...document.externalDocs, url: `${baseUrl}/docs` };
  return assetOf(
    'application/json',
    Buffer.from(JSON.stringify({ ...document, servers: [{ url: baseUrl }], externalDocs })),
  );
}

/** Reads only the last value of `X-Forwarded-Proto`: the proxy's. Koa would read the first, which the client sent. */
function knowHttps(app: App, trust: ProxyTrust): void {
  const trusted = trustedPeer(trust);
  const isSecure = ({ socket, headers }: IncomingMessage): boolean => {
    if ('encrypted' in socket && socket.encrypted === true) return true;
    const said = trusted(socket) ? String(headers['x-forwarded-proto'] ?? '') : '';
    return said.split(',').at(-1)?.trim().toLowerCase() === 'https';
  };
  Object.defineProperty(app.request, 'protocol', {
    get(this: Koa.Request) {
      return isSecure(this.req) ? 'https' : 'http';
    },
  });
}

function trustedPeer(trust: ProxyTrust): (socket: Socket) => boolean {
  if (typeof trust === 'boolean') return () => trust;
  const ranges = new BlockList();
  for (const range of trust) {
    const [address = '', bits = ''] = range.split('/');
    ranges.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return ({ remoteAddress: address }) =>
    address !== undefined && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const clientFaults = /^(ECONNRESET|EPIPE|HPE_\w+)$/;

/** The client left or did not speak HTTP; the access log says that the request was aborted. */
function clientLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientFaults.test(String(error.code));
}
