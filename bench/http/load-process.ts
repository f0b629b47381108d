// The load generator: so many requests in flight, each loop sends its next when its last was answered in full.
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { serveParent } from '../engine/serve-parent.ts';
import type { LoadWish } from './contender.ts';
import { timedLoops } from './timed-loops.ts';

const agent = new Agent({ keepAlive: true });
const answerMs = 30_000;
const refusalChars = 500;
let next = 0;

async function ask({ urls, headers, body }: LoadWish): Promise<void> {
  const url = urls[next++ % urls.length] ?? '';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const keyed = body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const method = body === undefined ? 'GET' : 'POST';
  const options = { agent, method, headers: { ...headers, ...keyed }, timeout: answerMs };
  const outgoing = request(url, options, resolve);
  outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
  outgoing.once('error', reject);
  outgoing.end(body);
  const answer = await promise;
  const status = answer.statusCode ?? 0;
  if (status === 200 || status === 201) return drained(answer);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  throw new Error(`${url} answered ${status}: ${Buffer.concat(chunks).toString().slice(0, refusalChars)}`);
}

function drained(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.resume();
    answer.once('end', resolve);
    answer.once('error', reject);
  });
}

serveParent({
  load: async (message) => {
    const wish = message as unknown as LoadWish;
    return { ...(await timedLoops(wish, () => ask(wish))) };
  },
  close: async () => {
    agent.destroy();
    return {};
  },
});
