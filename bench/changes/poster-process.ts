// Posts signed batches: as many loops as are in flight, or at an even rate whatever the answers do.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from '../engine/serve-parent.ts';
import { batchMaker, type SignedBatch, type ToldApp } from './signed-batches.ts';

const [appsText = '[]', key = '', signatureHeader = ''] = process.argv.slice(2);
const apps = JSON.parse(appsText) as readonly ToldApp[];
const nextBatch = batchMaker(apps, key);
const agent = new Agent({ keepAlive: true });
const answerMs = 30_000;

/** The answer's status. */
function post({ url, body, signature }: SignedBatch): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      [signatureHeader]: signature,
    };
    const outgoing = request(url, { method: 'POST', agent, headers, timeout: answerMs }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

interface Posted {
  /** Milliseconds of each batch that was acknowledged. */
  readonly took: readonly number[];
  readonly seconds: number;
}

async function acknowledged(batch: SignedBatch, sinceMs: number, took: number[]): Promise<void> {
  const status = await post(batch);
  if (status !== 200) throw new Error(`${batch.url} answered ${status}`);
  took.push(performance.now() - sinceMs);
}

/** Each loop posts for an app of its own, so that the numbers of each app arrive in order. */
async function postInLoops(inFlight: number, events: number, seconds: number): Promise<Posted> {
  if (inFlight > apps.length) throw new Error(`${inFlight} loops want as many apps`);
  const took: number[] = [];
  const began = performance.now();
  const loop = async (_: unknown, app: number): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      await acknowledged(nextBatch(app, events), performance.now(), took);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return { took, seconds: (performance.now() - began) / 1000 };
}

/** Timed from the moment that a batch is due, so that a receiver that stalls cannot slow down what it is asked. */
async function postEvenly(perSecond: number, events: number, seconds: number): Promise<Posted> {
  const took: number[] = [];
  const posts: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < perSecond * seconds; i += 1) {
    const dueMs = began + (i * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - performance.now()));
    posts.push(acknowledged(nextBatch(i, events), dueMs, took));
  }
  await Promise.all(posts);
  return { took, seconds: (performance.now() - began) / 1000 };
}

serveParent({
  loops: async ({ inFlight, events, seconds }) => ({
    ...(await postInLoops(Number(inFlight), Number(events), Number(seconds))),
  }),
  evenly: async ({ perSecond, events, seconds }) => ({
    ...(await postEvenly(Number(perSecond), Number(events), Number(seconds))),
  }),
  close: async () => {
    agent.destroy();
    return {};
  },
});
