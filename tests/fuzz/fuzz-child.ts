// A process of its own: sends so many requests made of a seed, and prints what it found as one line of JSON.
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { createAnswerValidator } from '../../hosts/koa/testing/answer-validator.ts';
import { anyRequest, type FuzzRequest } from './operations.ts';
import { type FuzzService, openFuzzService } from './world.ts';

export interface FuzzReport {
  readonly seed: number;
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Different ones that were asked for. */
  readonly operations: number;
  readonly neverSucceeded: readonly string[];
  readonly faults: readonly string[];
  /** Mebibytes of heap in use after a collection: after a quarter of the requests, and at the end. */
  readonly heap: readonly [number, number];
  readonly rss: readonly [number, number];
  readonly slowestMs: number;
  readonly seconds: number;
}

interface Got {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

const answerWithinMs = 10_000;
const batch = 250;
const atOnce = 16;
const mostFaults = 25;

function send(url: URL, agent: Agent, { method, path, headers, body }: FuzzRequest): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: url.hostname,
      port: url.port,
      agent,
      method,
      path,
      headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
    });
    const late = setTimeout(() => outgoing.destroy(new Error(`no answer within ${answerWithinMs} ms`)), answerWithinMs);
    outgoing.once('error', reject);
    outgoing.once('close', () => clearTimeout(late));
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          contentType: incoming.headers['content-type'] ?? null,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.end(body);
  });
}

function memory(): { heap: number; rss: number } {
  global.gc?.();
  global.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / 2 ** 20), rss: Math.round(rss / 2 ** 20) };
}

function shown({ method, path, headers, body }: FuzzRequest): string {
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${body?.toString('utf8').slice(0, 500)}`;
}

async function run(world: FuzzService, seed: number, count: number): Promise<FuzzReport> {
  const { service, document } = world;
  const validator = createAnswerValidator(document);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const url = new URL(service.url);
  const arbitrary = anyRequest(document, world);
  const statuses: Record<string, number> = {};
  const [operations, succeeded, faults] = [new Set<string>(), new Set<string>(), new Map<string, string>()];
  let slowestMs = 0;
  const fault = (kind: string, what: string) => faults.size < mostFaults && !faults.has(kind) && faults.set(kind, what);
  const check = async (made: FuzzRequest): Promise<void> => {
    const beganMs = performance.now();
    const where = `${made.method} ${made.template}`;
    operations.add(where);
    try {
      const { status, contentType, text } = await send(url, agent, made);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status < 300) succeeded.add(where);
      const isJson = contentType?.includes('json') === true;
      const problems = validator.problems(made.method, made.template, {
        status,
        contentType,
        body: isJson ? JSON.parse(text) : text,
      });
      if (status === 500 || problems.length > 0) {
        fault(
          `${where} ${status} ${problems[0]}`,
          `${problems.join('; ')} | ${shown(made)} | ${status} ${text.slice(0, 300)}`,
        );
      }
    } catch (error) {
      fault(`${where} ${error}`, `${error} | ${shown(made)}`);
    }
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - beganMs));
  };
  const beganMs = performance.now();
  let early = memory();
  for (let sent = 0; sent < count; sent += batch) {
    const queue = fc.sample(arbitrary, { numRuns: Math.min(batch, count - sent), seed: seed + sent });
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await check(next);
      }),
    );
    for (const { level, message, cause } of service.lines.splice(0)) {
      if (level === 'error')
        fault(`log ${message} ${cause}`, `the log says: ${message} ${cause instanceof Error ? cause.stack : cause}`);
    }
    await service.sandbox.control('DELETE', 'requests');
    if (sent < count / 4) early = memory();
  }
  agent.destroy();
  const late = memory();
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  return {
    seed,
    sent: count,
    statuses,
    operations: operations.size,
    neverSucceeded: [...operations].filter((name) => !succeeded.has(name)),
    faults: [...faults.values()],
    heap: [early.heap, late.heap],
    rss: [early.rss, late.rss],
    slowestMs,
    seconds,
  };
}

const [seed = '1', count = '1000'] = process.argv.slice(2);
const world = await openFuzzService();
const report = await run(world, Number(seed), Number(count));
await world.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
