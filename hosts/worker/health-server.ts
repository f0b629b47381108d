// Answers a supervisor and a metrics collector. Plain HTTP: nothing that it says is a customer's, and it listens on the
// machine's own address unless told otherwise.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HealthAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface HealthServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly answers: Readonly<Record<string, () => Promise<HealthAnswer>>>;
}

export interface HealthServer {
  /** Base address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

const maxConnections = 64;
const requestTimeoutMs = 10_000;
const keepAliveTimeoutMs = 5_000;
const maxHeaderBytes = 8 * 1024;

/** Rejects when the port is taken. */
export async function serveHealth({ host, port, answers }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => {
    request.resume();
    const [path = ''] = (request.url ?? '').split('?');
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer) return send(response, jsonAnswer(404, { status: 'not_found' }));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(response, jsonAnswer(405, { status: 'method_not_allowed' }));
    }
    answer().then(
      (given) => send(response, given),
      () => send(response, jsonAnswer(500, { status: 'error' })),
    );
  });
  server.maxConnections = maxConnections;
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  await listening(server, host, port);
  return {
    url: `http://${addressOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function jsonAnswer(status: number, body: object): HealthAnswer {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, body }: HealthAnswer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  // Node leaves the body of an answer to HEAD out by itself.
  response.end(body);
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
