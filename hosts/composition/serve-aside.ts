// Serves health and metrics over plain HTTP, on the loopback address by default, without data of customers.
import { createServer, type ServerResponse } from 'node:http';
import type { Log } from '#core';
import type { AsideConfig } from './config.ts';
import { cutOff, listen } from './listen.ts';

type Answers = Readonly<Record<string, () => Promise<Response>>>;

export type AsideServer = Awaited<ReturnType<typeof serveAside>>;

const bounds = { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };

/** Undefined on port 0, and where the default port is taken. Rejects with a sentence when a chosen port is taken. */
export async function serveIfWanted({ host, port, portIsDefault, variable }: AsideConfig, log: Log, answers: Answers) {
  if (port === 0) return undefined;
  try {
    return await serveAside(host, port, answers);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const why = `${variable}: ${host}:${port} is taken by another process`;
    if (!portIsDefault) throw new Error(why, { cause: error });
    log.warn(`${Object.keys(answers).join(', ')} not served: ${why}`);
    return undefined;
  }
}

export async function serveAside(host: string, port: number, answers: Answers) {
  const server = createServer(bounds, (request, response) => {
    request.resume();
    const [path = ''] = (request.url ?? '').split('?');
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer) return send(response, told(404, { status: 'not_found' }));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(response, told(405, { status: 'method_not_allowed' }));
    }
    const given = answer().catch(() => told(500, { status: 'error' }));
    return given.then((found) => send(response, found));
  });
  server.maxConnections = 64;
  const place = await listen(server, host, port);
  return { url: `http://${place}`, close: () => cutOff(server) };
}

export function told(status: number, body: object): Response {
  return Response.json(body, { status });
}

/** Node omits the body in an answer to HEAD. */
async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  response.setHeaders(answer.headers).setHeader('Cache-Control', 'no-store');
  response.end(await answer.text());
}
