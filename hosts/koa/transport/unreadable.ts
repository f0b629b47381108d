import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Exchanges } from './exchanges.ts';
import { type EarlyRefusal, refuseOnSocket } from './refusal.ts';

const bad = (status: number, message: string): EarlyRefusal => ({ status, code: 'BAD_REQUEST', message });

const notHttp = bad(400, 'this is not a request that HTTP/1.1 knows');
const known: Readonly<Record<string, EarlyRefusal>> = {
  HPE_HEADER_OVERFLOW: bad(431, 'the headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bad(400, 'the extensions of the body’s chunks are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: bad(408, 'the request took too long to arrive'),
};

/** What is not HTTP never reaches the application; it is answered in the application's words all the same. */
export function refuseUnreadable(server: Server, exchanges: Exchanges): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswer(exchanges, socket)) {
      socket.destroy();
      return;
    }
    refuseOnSocket(socket, known[error.code ?? ''] ?? notHttp, socket instanceof TLSSocket);
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => {});
    const message = 'CONNECT is not possible here; this is no proxy';
    refuseOnSocket(
      socket,
      { status: 405, code: 'METHOD_NOT_ALLOWED', message, allow: [] },
      socket instanceof TLSSocket,
    );
  });
}

/**
 * A raw answer must not land in the middle of another one, nor be taken for the answer to an earlier request that is
 * still running (its client would believe that a write was refused). Only the request that is itself unreadable, or
 * none, may be answered.
 */
function mayAnswer(exchanges: Exchanges, socket: Duplex): boolean {
  const [only, ...more] = exchanges.on(socket);
  if (only === undefined) return true;
  return more.length === 0 && !only.request.complete && !only.response.headersSent;
}
