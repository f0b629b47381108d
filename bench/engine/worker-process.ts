// One worker process of a measurement: it opens its engine, then starts and stops it as told.
import { nowMs, type Task } from './contender.ts';
import { serveParent } from './serve-parent.ts';
import { contenderOf } from './stables.ts';

const [stable = '', name = '', url = '', task = 'one-step'] = process.argv.slice(2);
const progressMs = 50;

let ran = 0;
let waits: number[] = [];

const contender = await contenderOf(stable, name);
const engine = await contender.open(url, task as Task, (at) => {
  ran += 1;
  if (at > 0) waits.push(nowMs() - at);
});
let began = process.cpuUsage();
let told = 0;
const progress = setInterval(() => {
  if (ran === told) return;
  told = ran;
  process.send?.({ ran });
}, progressMs);

serveParent({
  start: async () => {
    ran = 0;
    told = 0;
    waits = [];
    began = process.cpuUsage();
    await engine.start();
    return {};
  },
  stop: async () => {
    const { user, system } = process.cpuUsage(began);
    await engine.stop();
    return { ran, waits, cpuMs: (user + system) / 1000 };
  },
  close: async () => {
    clearInterval(progress);
    await engine.close();
    return {};
  },
});
