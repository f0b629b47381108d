import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface RunningServer {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Takes no new connections, lets running requests finish for at most `graceMs`, then breaks off the rest. */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** PEM files; read once, at start. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const maxHeaderBytes = 16 * 1024;
const headersTimeoutMs = 15_000;
/** For the whole request, its body included: slow senders are cut off. */
const requestTimeoutMs = 60_000;
/** Longer than load balancers keep idle connections, so that they, not we, end them. */
const keepAliveTimeoutMs = 65_000;
/** A connection on which nothing moves at all, such as a download that nobody reads. */
const idleTimeoutMs = 120_000;
const maxConnections = 4096;

/** Serves an application over HTTP, or HTTPS with `tls`, within limits that one client cannot exhaust. */
export async function serve(app: { callback(): Handler }, { host, port, tls }: ListenOptions): Promise<RunningServer> {
  const server = tls ? await createSecureServer(tls) : createServer({ maxHeaderSize: maxHeaderBytes });
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.timeout = idleTimeoutMs;
  server.maxConnections = maxConnections;
  const closing = lastRequests(server);
  server.on('request', app.callback());
  server.on('clientError', refuseUnreadable);
  await listening(server, host, port);
  return {
    url: `${tls ? 'https' : 'http'}://${addressOf(server)}`,
    close: (graceMs) => {
      closing.begin();
      return closed(server, graceMs);
    },
  };
}

async function createSecureServer({ certFile, keyFile }: NonNullable<ListenOptions['tls']>): Promise<Server> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  return createTlsServer({ cert, key, maxHeaderSize: maxHeaderBytes, minVersion: 'TLSv1.2' });
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
};

/** What is not HTTP never reaches the application; it is answered in the application's words all the same. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [400, 'this is not a request that HTTP/1.1 knows'];
  const requestId = `req_${randomUUID()}`;
  const body = JSON.stringify({
    success: false,
    message,
    code: 'BAD_REQUEST',
    request_id: requestId,
    retryable: false,
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    `X-Request-ID: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Once closing, each answer tells the client not to reuse its connection, and idle ones end as they fall idle. */
function lastRequests(server: Server) {
  let begun = false;
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (begun) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (begun) server.closeIdleConnections();
    });
  });
  return {
    begin: () => {
      begun = true;
    },
  };
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

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const named = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${named}:${port}`;
}
