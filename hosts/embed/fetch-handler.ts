// Adapts a handler of Node's HTTP server to `Request` and `Response`.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Statuses whose `Response` must not have a body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Runs each request over a connection in memory, with backpressure and aborts. The request's URL tells whether the
 * client used HTTPS. Rejects when the body was already read, or no answer came.
 */
export function fetchHandler(handler: RequestListener): (request: Request) => Promise<Response> {
  const server = createServer(handler);
  return async (request) => {
    if (request.bodyUsed) throw new TypeError('the body was already read: mount Ledgerport before body parsers');
    const { protocol, host, pathname, search } = new URL(request.url);
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    server.emit('connection', Object.assign(far, { encrypted: protocol === 'https:' }));
    const sent = httpRequest({
      method: request.method,
      path: pathname + search,
      headers: { host, ...Object.fromEntries(request.headers), connection: 'close' },
      createConnection: () => near,
      signal: request.signal,
    });
    const answered = once(sent, 'response');
    // After an early answer the rest of the body fails.
    sent.on('error', () => {});
    if (request.body === null) sent.end();
    else void pipeline(Readable.fromWeb(request.body), sent).catch(() => {});
    const [answer] = (await answered) as [IncomingMessage];
    return responseOf(answer);
  };
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 500, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  for (const name of ['connection', 'keep-alive', 'transfer-encoding']) headers.delete(name);
  if (!withoutBody.has(status)) return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}
