import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listen } from '../composition/listen.ts';
import { followConnections } from './transport/connections.ts';
import { followExchanges, type Handler } from './transport/exchanges.ts';
import { defaultLimits, type ServerLimits } from './transport/limits.ts';
import { admitted, refuseExpectation, refuseUnreadable } from './transport/refusal.ts';

export interface RunningServer {
  readonly url: string;
  /** Accepts no new connections, and breaks off requests that still run after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Paths of PEM files, read once: the certificate chain, and its key without a passphrase. */
interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly limits?: Partial<ServerLimits>;
}

/** Serves HTTP, or HTTPS with `tls`, within limits that one client cannot exhaust. */
export async function serve(app: { callback(): Handler }, options: ListenOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const serverOptions = {
    maxHeaderSize: limits.headerBytes,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    // `admitted` refuses such a request in the application's words.
    requireHostHeader: false,
    joinDuplicateHeaders: false,
    handshakeTimeout: limits.handshakeTimeoutMs,
  };
  const server = options.tls ? createSecureServer(options.tls, serverOptions) : createServer(serverOptions);
  server.headersTimeout = limits.headersTimeoutMs;
  server.requestTimeout = limits.requestTimeoutMs;
  server.keepAliveTimeout = Math.min(limits.strangerKeepAliveMs, limits.keepAliveTimeoutMs);
  server.maxConnections = limits.connections + limits.healthPlaces;
  // A client may end its side after a complete request.
  Object.assign(server, { httpAllowHalfOpen: true });
  // A limit on their number would drop headers silently. Their bytes are bounded.
  server.maxHeadersCount = 0;
  const connections = followConnections(server, limits);
  const exchanges = followExchanges(server, connections, limits);
  const handle = admitted(app.callback(), { exchanges, connections, limits });
  server.on('request', (request, response) => exchanges.run(request, response, handle));
  server.on('checkExpectation', (request, response) => exchanges.run(request, response, refuseExpectation));
  refuseUnreadable(server, exchanges);
  const place = await listen(server, options.host, options.port);
  return {
    url: `${options.tls ? 'https' : 'http'}://${place}`,
    async close(graceMs) {
      const connectionsEnded = new Promise((resolve) => server.close(resolve));
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const endUnused = () => {
        for (const socket of connections.carrying) if (exchanges.on(socket).length === 0) socket.destroy();
      };
      const timers = [setTimeout(giveUp, graceMs), setTimeout(endUnused, limits.lastRequestMs)];
      // Waits for the work of clients that left, too: it may be a write.
      const workEnded = exchanges.end();
      server.closeIdleConnections();
      await Promise.race([Promise.all([connectionsEnded, workEnded]), late]);
      for (const socket of connections.all()) socket.destroy();
      for (const timer of timers) clearTimeout(timer);
      await connectionsEnded;
    },
  };
}

/** TLS 1.3, and for TLS 1.2 forward secrecy with authenticated encryption (RFC 9325, 4.2). */
const ciphers = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  ...['ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
].join(':');

/** Throws, naming the files, when they are unreadable or do not match. */
function createSecureServer(
  { certFile, keyFile }: TlsFiles,
  options: ServerOptions & { readonly handshakeTimeout: number },
): Server {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    return createTlsServer({ ...options, ...pair, ciphers, minVersion: 'TLSv1.2' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`TLS_CERT_FILE (${certFile}) with TLS_KEY_FILE (${keyFile}): ${why}`, { cause: error });
  }
}
