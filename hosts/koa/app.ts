// The HTTP host's application: a short ordered list of middleware around the declared routes.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import Koa from 'koa';
import type { Core } from '#core';
import { type Asset, assetOf } from '../console/encoding.ts';
import { consolePages } from '../console/index.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { arrivingBodies } from './middleware/arriving-bodies.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { everyRequest, type RequestPorts, transportRule } from './middleware/every-request.ts';
import type { RequestState } from './request-state.ts';
import type { Host } from './routes/route.ts';
import { serveRoutes } from './routes/router.ts';
import { routes } from './routes/routes.ts';
import { createShares } from './shares.ts';

/** `true`: whoever connects is the proxy. Ranges: only who connects from them. */
export type ProxyTrust = boolean | readonly string[];

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
  let document: Promise<Asset> | undefined;
  const shares = createShares(keyRequestsPerMinute);
  const { matched, unmatched } = serveRoutes(
    [...routes, ...consoleRoutes],
    {
      ...{ core, signatureHeader, redirectOrigins, consoleOrigins },
      openApiDocument: () => {
        document ??= openApiDocument(baseUrl);
        return document;
      },
      shares,
      bodies: arrivingBodies(shares),
    },
    log,
  );

  const app: App = new Koa<RequestState>();
  app.context['mountPath'] = new URL(baseUrl).pathname.replace(/\/$/, '');
  knowHttps(app, trustProxy);
  app.use(everyRequest(ports));
  app.use(errorBoundary(log, baseUrl));
  app.use(transportRule(allowHttp));
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

/**
 * A request came by HTTPS over TLS to this host, or else by the word of a trusted proxy. Only the last value of
 * `X-Forwarded-Proto` is that proxy's own word: those before it, of which Koa would believe the first, the client sent.
 */
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

/** The client went away or talked nonsense in mid-request; the access log says that it was aborted. */
function clientLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientFaults.test(String(error.code));
}
