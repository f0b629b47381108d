// The conformance suite can send no header, so this stands in front and adds the key.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Begins without a target, so that its own address can be an allowed origin of the host behind it. */
export async function keyAddingProxy() {
  let target = '';
  let key = '';
  const server = createServer(async (request, response) => {
    const headers = new Headers(
      Object.entries(request.headers).filter(([, value]) => typeof value === 'string') as [string, string][],
    );
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    headers.set('Authorization', `Bearer ${key}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const left = new AbortController();
    response.once('close', () => left.abort());
    try {
      const answer = await fetch(target, {
        method: request.method ?? 'GET',
        headers,
        signal: left.signal,
        ...(hasBody && { body: Buffer.concat(parts) }),
      });
      const shown = Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(connection|content-encoding|content-length|transfer-encoding|keep-alive)$/.test(name),
        ),
      );
      response.writeHead(answer.status, shown);
      if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
      else response.end();
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    leadTo(url: string, itsKey: string): void {
      target = url;
      key = itsKey;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
