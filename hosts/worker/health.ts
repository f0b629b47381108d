// Answers a supervisor and a metrics collector: that the worker lives, whether it may work, what holds it back. Plain
// HTTP: nothing that it says is a customer's, and it listens on the machine's own address unless configured otherwise.
import { createServer, type ServerResponse } from 'node:http';
import { cutOff, listen } from '../composition/listen.ts';
import { within } from './loop.ts';
import type { WorkerStatus } from './start-worker.ts';

/** By path. */
export type HealthAnswers = Readonly<Record<string, () => Promise<Response>>>;

export interface HealthServer {
  /** Base address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

const pingTimeoutMs = 2_000;
const bounds = { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };
const maxConnections = 64;

/** 503 only when a restart would help: some loop has not moved for two minutes. */
export async function health({ holds, stuckLoops }: WorkerStatus): Promise<Response> {
  if (stuckLoops.length > 0) return told(503, { status: 'stuck', loops: stuckLoops, holding: holds });
  return told(200, { status: 'ok', holding: holds });
}

/** 503 with the reasons why this worker claims nothing. `ping` says whether the database answers. */
export async function readiness({ holds }: WorkerStatus, ping: () => Promise<boolean>): Promise<Response> {
  const reasons = [...holds];
  const isDown = !reasons.includes('database_down') && (await within(ping(), pingTimeoutMs)) !== true;
  if (isDown) reasons.push('database_down');
  if (reasons.length > 0) return told(503, { status: 'not_ready', reasons });
  return told(200, { status: 'ready' });
}

/** Port 0 is any free port. Rejects when the port is taken. */
export async function serveHealth(host: string, port: number, answers: HealthAnswers): Promise<HealthServer> {
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
  server.maxConnections = maxConnections;
  const place = await listen(server, host, port);
  return { url: `http://${place}`, close: () => cutOff(server) };
}

function told(status: number, body: object): Response {
  return Response.json(body, { status });
}

/** Node leaves the body of an answer to HEAD out by itself. */
async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  response.setHeaders(answer.headers).setHeader('Cache-Control', 'no-store');
  response.end(await answer.text());
}
