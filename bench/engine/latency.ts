// From the call that queues a job to the first line of its work, at an even rate that leaves everybody idle in between.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineOptions } from '../flags.ts';
import { type Spread, spreadOf } from '../measure.ts';
import { startChild } from './children.ts';
import { drained, type Entry, entriesOf, startFleet } from './fleet.ts';
import { type BenchServer, withDatabase } from './server.ts';

export const ratePerSecond = 100;
const warmUpSeconds = 2;
const settleMs = 30_000;
/** Between the start of the workers and the first job. */
const idleMs = 1_000;

export interface Latency {
  /** From the beginning of the call that queues the job to the beginning of its work; milliseconds. */
  readonly waits: Spread;
  /** The part of `waits` that the call took, including its commit; milliseconds. */
  readonly call: Spread;
}

/** By contender and number of processes. */
export type Latencies = ReadonlyMap<string, ReadonlyMap<number, Latency>>;

export async function latencies(server: BenchServer, options: EngineOptions): Promise<Latencies> {
  const entries = await entriesOf(options.contenders, 'latency');
  const found = new Map(entries.map(({ contender }) => [contender.name, new Map<number, Latency>()]));
  for (const processes of options.processes) {
    for (const entry of entries) {
      const latency = await measure(server, entry, processes, options.latencySeconds);
      found.get(entry.contender.name)?.set(processes, latency);
    }
  }
  return found;
}

async function measure(server: BenchServer, entry: Entry, processes: number, seconds: number): Promise<Latency> {
  const { stable, contender } = entry;
  const url = await server.fresh();
  await contender.install(url);
  const fleet = await startFleet(entry, url, 'one-step', processes);
  try {
    const enqueuer = await startChild('enqueuer-process.ts', [stable, contender.name, url, 'one-step']);
    try {
      return await withDatabase(url, async (client) => {
        const run = async (lasting: number): Promise<Latency> => {
          await fleet.start();
          await sleep(idleMs);
          const limitMs = lasting * 1000 + settleMs;
          const { took } = await enqueuer.ask('queue', { perSecond: ratePerSecond, seconds: lasting }, limitMs);
          await drained(fleet, contender, client, ratePerSecond * lasting, settleMs);
          const { waits } = await fleet.stop();
          return { waits: spreadOf(waits), call: spreadOf(took as number[]) };
        };
        await run(warmUpSeconds);
        await server.calm(url);
        return run(seconds);
      });
    } finally {
      await enqueuer.end();
    }
  } finally {
    await fleet.end();
  }
}
