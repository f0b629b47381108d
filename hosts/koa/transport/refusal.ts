import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type RequestId, ServiceError } from '#core';
import { headersFor } from '../middleware/every-request.ts';
import { errorHeaders, presentError } from '../present/error.ts';
import type { Connections } from './connections.ts';
import type { Exchanges, Handler } from './exchanges.ts';
import type { ServerLimits } from './limits.ts';

interface EarlyRefusal {
  /** May differ from the code's usual status. */
  readonly status: number;
  readonly error: ServiceError;
}

function written({ error }: EarlyRefusal, socket: Duplex | null) {
  const requestId = `req_${randomUUID()}` as RequestId;
  const body = JSON.stringify(presentError(error, requestId));
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(headersFor(socket instanceof TLSSocket)),
    'X-Request-ID': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...errorHeaders(error),
  };
  return { headers, body };
}

function refuse(response: ServerResponse, refusal: EarlyRefusal): void {
  const { headers, body } = written(refusal, response.socket);
  response.writeHead(refusal.status, headers).end(body);
}

function refuseOnSocket(socket: Duplex, refusal: EarlyRefusal): void {
  const { headers, body } = written(refusal, socket);
  const all = { ...headers, Date: new Date().toUTCString(), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const { status } = refusal;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const bad = (status: number, message: string): EarlyRefusal => ({
  status,
  error: new ServiceError('BAD_REQUEST', message),
});

const notHttp = bad(400, 'this is not a request that HTTP/1.1 knows');
const known: Readonly<Record<string, EarlyRefusal>> = {
  HPE_HEADER_OVERFLOW: bad(431, 'the headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bad(400, 'the extensions of the body’s chunks are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: bad(408, 'the request took too long to arrive'),
};
const noProxy: EarlyRefusal = {
  status: 405,
  error: new ServiceError('METHOD_NOT_ALLOWED', 'CONNECT is not supported: this is not a proxy', { allow: [] }),
};
const hostBusy: EarlyRefusal = {
  status: 503,
  error: new ServiceError('RATE_LIMITED', 'this host has more requests than it can serve; try again', {
    reason: 'host_busy',
    retryAfterSeconds: 1,
  }),
};

/** Answers bytes that are not HTTP in the application's form. */
export function refuseUnreadable(server: Server, exchanges: Exchanges): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswer(exchanges, socket)) socket.destroy();
    else refuseOnSocket(socket, known[error.code ?? ''] ?? notHttp);
  });
  server.on('connect', async (_request, socket: Duplex) => {
    socket.on('error', () => {});
    await exchanges.on(socket).at(-1)?.answered;
    refuseOnSocket(socket, noProxy);
  });
}

/** An answer on the bare socket must not mix with another answer, nor seem to belong to an earlier request. */
function mayAnswer(exchanges: Exchanges, socket: Duplex): boolean {
  const [only, ...more] = exchanges.on(socket);
  if (only === undefined) return true;
  return more.length === 0 && !only.request.complete && !only.response.headersSent;
}

/** Health checks have their own places, because removing a busy host would make the others busier. */
const healthPaths: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);

export interface Admission {
  readonly exchanges: Exchanges;
  readonly connections: Connections;
  readonly limits: ServerLimits;
}

/** Passes well-formed requests on, up to the limits. */
export function admitted(handle: Handler, admission: Admission): Handler {
  let healthRunning = 0;
  return (request, response) => {
    const isHealth = healthPaths.has(request.url);
    const isTooMany = isHealth ? healthRunning >= admission.limits.healthPlaces : tooMany(request, admission);
    const refusal = misshapen(request) ?? (isTooMany ? hostBusy : undefined);
    if (refusal === undefined) {
      if (isHealth) healthRunning++;
      if (isHealth) response.once('close', () => healthRunning--);
      return handle(request, response);
    }
    // Closes after a malformed request, because another parser might read it and what follows it differently.
    if (refusal.status !== 503 || admission.connections.isSpare(request.socket)) {
      response.setHeader('Connection', 'close');
    }
    return refuse(response, refusal);
  };
}

function misshapen({ rawHeaders, httpVersion }: IncomingMessage): EarlyRefusal | undefined {
  // The parser also accepts HTTP 0.9 and 2.0.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return notHttp;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return bad(400, 'the request must have exactly one Host header');
  }
  return undefined;
}

function tooMany(request: IncomingMessage, { exchanges, connections, limits }: Admission): boolean {
  if (connections.isSpare(request.socket)) return true;
  // `running` includes this request.
  return exchanges.running() > limits.requests && !exchanges.endSlowestUnauthenticated(request);
}

/** Only 100-continue can be met (RFC 9110, 10.1.1). */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  refuse(response, bad(417, 'the only expectation that can be met is 100-continue'));
}
