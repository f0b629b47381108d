import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { composeSandbox, type SandboxLedger, type SandboxRequest } from '../composition/compose-sandbox.ts';
import type { Config } from '../composition/config.ts';
import { cutOff, listen } from '../composition/listen.ts';

const maxBodyBytes = 10 * 1024 * 1024;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
const maxHeaderBytes = 64 * 1024;

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** The host name in URLs, if it differs from the address that is listened on. */
  readonly publicHost?: string;
}

export interface ServedSandbox {
  readonly url: string;
  /** Stops listening, cuts open connections and closes the books. */
  close(): Promise<void>;
}

/** Resolves to undefined when the body is longer than the provider accepts. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function toSandboxRequest(request: IncomingMessage, body: Uint8Array): SandboxRequest {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body };
}

async function serve(ledger: SandboxLedger, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (!body) return void response.writeHead(413, { connection: 'close' }).end();
  const answer = await ledger.handle(toSandboxRequest(request, body));
  if ('dropped' in answer) return void request.socket.destroy();
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}

export async function serveSandbox(ledger: SandboxLedger, options: ServeOptions): Promise<ServedSandbox> {
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, maxHeaderSize: maxHeaderBytes },
    (request, response) => void serve(ledger, request, response).catch(() => request.socket.destroy()),
  );
  const place = await listen(server, options.host, options.port).finally(() => server.listening || ledger.close());
  const url = `http://${options.publicHost === undefined ? place : place.replace(/.*(?=:)/, options.publicHost)}`;
  ledger.setBaseUrl(url);
  ledger.start();
  return {
    url,
    async close() {
      await cutOff(server);
      ledger.close();
    },
  };
}

export async function startSandbox(config: Config) {
  const { host, sandboxPort: port } = config;
  const ledger = composeSandbox(config, (message) => process.stderr.write(`${message}\n`));
  const served = await serveSandbox(ledger, { host, port, publicHost: 'localhost' });
  return { ...served, ledger };
}
