// Queues one job at a time at an even rate, apart from those who work them off.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from './contender.ts';
import { serveParent } from './serve-parent.ts';
import { contenderOf } from './stables.ts';

const [stable = '', name = '', url = '', task = 'one-step'] = process.argv.slice(2);

const contender = await contenderOf(stable, name);
if (!contender.enqueuer) throw new Error(`${name} has no enqueuer`);
const enqueuer = await contender.enqueuer(url, task as Task);

/** At the time that is due, however long the ones before take. Returns how long each call took, in milliseconds. */
async function queueEvenly(perSecond: number, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < perSecond * seconds; i += 1) {
    await sleep(Math.max(0, began + (i * 1000) / perSecond - performance.now()));
    const asked = performance.now();
    calls.push(enqueuer.add().then(() => void took.push(performance.now() - asked)));
  }
  await Promise.all(calls);
  return took;
}

serveParent({
  queue: async ({ perSecond, seconds }) => ({ took: await queueEvenly(Number(perSecond), Number(seconds)) }),
  close: async () => {
    await enqueuer.close();
    return {};
  },
});
