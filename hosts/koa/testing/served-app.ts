// Serves the app over a fake core on a free port.
import type { Core } from '#core';
import type { LogFields } from '#core/ports';
import { type AppSettings, createApp } from '../app.ts';
import { type RunningServer, serve } from '../serve.ts';
import type { ServerLimits } from '../transport/limits.ts';
import { createFakeCore } from './fake-core.ts';
import { apiKey, requestIdSample } from './sample-values.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly cause?: unknown;
}

export interface ServedApp extends RunningServer {
  readonly core: Core;
  readonly lines: LogLine[];
  /** Sends a request with the good key and, if given, a JSON body. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export async function serveApp(
  settings: Partial<AppSettings> = {},
  limits: Partial<ServerLimits> = {},
): Promise<ServedApp> {
  const core = createFakeCore();
  const lines: LogLine[] = [];
  const app = createApp({
    core,
    log: {
      info: (message, fields = {}) => lines.push({ level: 'info', message, fields }),
      warn: (message, fields = {}) => lines.push({ level: 'warn', message, fields }),
      error: (message, cause, fields = {}) => lines.push({ level: 'error', message, cause, fields }),
    },
    nextRequestId: () => requestIdSample,
    settings: {
      baseUrl: 'https://api.ledgerport.test',
      allowHttp: true,
      trustProxy: false,
      redirectOrigins: ['https://app.example.com'],
      ...settings,
    },
  });
  const server = await serve(app, { host: '127.0.0.1', port: 0, limits });
  return {
    ...server,
    core,
    lines,
    call: (method, path, { body, headers = {} } = {}) =>
      fetch(server.url + path, {
        method,
        redirect: 'manual',
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

/** Polls until `done`, for effects that follow an answer. */
export async function until(done: () => boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > deadline) throw new Error('what was waited for did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
