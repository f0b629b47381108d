// Answers a supervisor and a metrics collector: that the worker lives, whether it may work, what holds it back. Plain
// HTTP: nothing that it says is a customer's, and it listens on the machine's own address unless configured otherwise.
import { createServer, type ServerResponse } from 'node:http';
import { cutOff, listen } from '../composition/listen.ts';
import { within } from './loop.ts';
import type { WorkerStatus } from './start-worker.ts';

export interface HealthAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** By path. */
export type HealthAnswers = Readonly<Record<string, () => Promise<HealthAnswer>>>;

export interface HealthServer {
  /** Base address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

const pingTimeoutMs = 2_000;
const bounds = { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };
const maxConnections = 64;

/** 503 only when a restart would help: some loop has not moved for two minutes. */
export async function health({ holds, stuckLoops }: WorkerStatus): Promise<HealthAnswer> {
  if (stuckLoops.length > 0) return jsonAnswer(503, { status: 'stuck', loops: stuckLoops, holding: holds });
  return jsonAnswer(200, { status: 'ok', holding: holds });
}

/** 503 with the reasons why this worker claims nothing. `ping` says whether the database answers. */
export async function readiness({ holds }: WorkerStatus, ping: () => Promise<boolean>): Promise<HealthAnswer> {
  const reasons = [...holds];
  const isDown = !reasons.includes('database_down') && (await within(ping(), pingTimeoutMs)) !== true;
  if (isDown) reasons.push('database_down');
  if (reasons.length > 0) return jsonAnswer(503, { status: 'not_ready', reasons });
  return jsonAnswer(200, { status: 'ready' });
}

/** Port 0 is any free port. Rejects when the port is taken. */
export async function serveHealth(host: string, port: number, answers: HealthAnswers): Promise<HealthServer> {
  const server = createServer(bounds, (request, response) => {
    request.resume();
    const [path = ''] = (request.url ?? '').split('?');
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer) return send(response, jsonAnswer(404, { status: 'not_found' }));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(response, jsonAnswer(405, { status: 'method_not_allowed' }));
    }
    answer().then(
      (given) => send(response, given),
      () => send(response, jsonAnswer(500, { status: 'error' })),
    );
  });
  server.maxConnections = maxConnections;
  const place = await listen(server, host, port);
  return { url: `http://${place}`, close: () => cutOff(server) };
}

export function jsonAnswer(status: number, body: object): HealthAnswer {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, body }: HealthAnswer): void {
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' };
  // Node leaves the body of an answer to HEAD out by itself.
  response.writeHead(status, headers).end(body);
}
