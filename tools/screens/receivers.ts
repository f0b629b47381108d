import { createServer } from 'node:http';

export interface Receivers {
  readonly url: string;
}

/** Answers by its path: `/ok/…` always well, `/flaky/…` not at every third call, anything else never. */
export async function startReceivers(): Promise<Receivers> {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    calls += 1;
    const isFlaky = request.url?.startsWith('/flaky') === true;
    if (request.url?.startsWith('/ok') || (isFlaky && calls % 3 > 0)) return response.writeHead(200).end('received');
    if (isFlaky) return response.writeHead(503).end('<html><body>503 Service Temporarily Unavailable</body></html>');
    return response.writeHead(500).end('{"error":"relation \\"invoices\\" does not exist"}');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://localhost:${port}` };
}
