// The HTTP host over a whole core, SQLite in memory, and the sandbox on a socket.
import { type Caller, type Core, keyScopes } from '#core';
import { openService, type Service, type ServiceOptions } from '../../../core/use-cases/testing/service.ts';
import { type AppSettings, createApp } from '../app.ts';
import { type RunningServer, serve } from '../serve.ts';

export interface LiveCall {
  /** JSON, a text as it is, or the bytes of a file. */
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LiveAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty if it is no JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LiveHost {
  readonly url: string;
  /** Sends a request with the caller's API key, or without one. */
  call(caller: Caller | undefined, method: string, path: string, options?: LiveCall): Promise<LiveAnswer>;
}

export interface LiveService extends Service, LiveHost {
  /** Makes an API key of the caller's plane. */
  secretOf(caller: Caller): Promise<string>;
  /** Opens another host on the same database. */
  anotherHost(wrap?: ServiceOptions['wrap']): Promise<LiveHost>;
}

export async function serveLive(
  options: ServiceOptions = {},
  settings: Partial<AppSettings> = {},
): Promise<LiveService> {
  const service = await openService(options);
  const { core } = service;
  const secrets = new Map<string, string>();
  const secretOf = async ({ organizationId, environment }: Caller) =>
    (await core.access.issueKey({ organizationId, environment, name: 'test', scopes: keyScopes })).secret;
  const known = async (caller: Caller): Promise<string> => {
    const plane = `${caller.organizationId} ${caller.environment}`;
    const secret = secrets.get(plane) ?? (await secretOf(caller));
    secrets.set(plane, secret);
    return secret;
  };
  const servers: RunningServer[] = [];
  const hostOver = async (served: Core): Promise<LiveHost> => {
    const server = await serveCore(served, service, settings);
    servers.push(server);
    return { url: server.url, call: callsTo(server.url, known) };
  };
  return {
    ...service,
    ...(await hostOver(core)),
    secretOf,
    anotherHost: async (wrap) => hostOver(await service.another(wrap)),
    async close() {
      for (const server of servers) await server.close(500);
      await service.close();
    },
  };
}

function serveCore(core: Core, { ports }: Service, settings: Partial<AppSettings>): Promise<RunningServer> {
  const app = createApp({
    core,
    log: ports.log,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      baseUrl: ports.settings.baseUrl,
      allowHttp: true,
      trustProxy: false,
      redirectOrigins: ports.settings.redirectOrigins,
      ...settings,
    },
  });
  return serve(app, { host: '127.0.0.1', port: 0 });
}

function callsTo(url: string, secretOf: (caller: Caller) => Promise<string>): LiveHost['call'] {
  return async (caller, method, path, { body, key, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(caller === undefined ? {} : { authorization: `Bearer ${await secretOf(caller)}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined
          ? {}
          : { 'content-type': isFile(body) ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' || isFile(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
}

const isFile = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;
