// Jobs a second with a full queue: each contender on a fresh database, warmed up, from the start signal until the
// database's rows say that all is done.
import type pg from 'pg';
import type { EngineOptions } from '../flags.ts';
import { shown } from '../measure.ts';
import type { Task } from './contender.ts';
import { drained, type Entry, entriesOf, type Fleet, startFleet } from './fleet.ts';
import { type BenchServer, withDatabase } from './server.ts';

export interface Figure {
  readonly perSecond: number;
  /** What the worker processes used of the processors for a job, in microseconds. */
  readonly cpuMicros: number;
}

/** Figures by contender and number of processes: the median of its rounds. */
export type Figures = ReadonlyMap<string, ReadonlyMap<number, Figure>>;

/** A contender that took no longer is run again, up to the wanted number of rounds. */
const quickSeconds = 10;
const warmUpShare = 0.1;
const warmUpMost = 1_000;

export async function throughput(server: BenchServer, task: Task, options: EngineOptions): Promise<Figures> {
  const entries = await entriesOf(options.contenders, task === 'one-step' ? 'jobs' : 'steps');
  const figures = new Map(entries.map(({ contender }) => [contender.name, new Map<number, Figure>()]));
  for (const processes of options.processes) {
    const rounds = new Map<Entry, Figure[]>(entries.map((entry) => [entry, []]));
    for (let round = 0; round < options.rounds; round += 1) {
      for (const entry of rotated(entries, round)) {
        const taken = rounds.get(entry) ?? [];
        if (taken[0] && options.queued / taken[0].perSecond > quickSeconds) continue;
        taken.push(await measure(server, entry, task, processes, options.queued));
      }
    }
    for (const [{ contender }, taken] of rounds) figures.get(contender.name)?.set(processes, medianOf(taken));
  }
  return figures;
}

const rotated = <T>(all: readonly T[], by: number): readonly T[] => all.map((_, i) => all[(i + by) % all.length] as T);

const nothing: Figure = { perSecond: Number.NaN, cpuMicros: Number.NaN };

function medianOf(figures: readonly Figure[]): Figure {
  const sorted = [...figures].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? nothing;
}

async function measure(
  server: BenchServer,
  entry: Entry,
  task: Task,
  processes: number,
  jobs: number,
): Promise<Figure> {
  const { contender } = entry;
  const url = await server.fresh();
  await contender.install(url);
  const fleet = await startFleet(entry, url, task, processes);
  try {
    const warmUp = Math.ceil(Math.min(warmUpMost, jobs * warmUpShare)) * processes;
    await run(server, url, entry, fleet, task, warmUp);
    const figure = await run(server, url, entry, fleet, task, jobs);
    console.log(`  ${task}, ${processes} × ${contender.name}: ${shown(figure.perSecond)} a second`);
    return figure;
  } finally {
    await fleet.end();
  }
}

async function run(
  server: BenchServer,
  url: string,
  { contender }: Entry,
  fleet: Fleet,
  task: Task,
  jobs: number,
): Promise<Figure> {
  return withDatabase(url, async (client) => {
    const before = await doneBy(client, contender.doneSql);
    await contender.enqueue(url, task, jobs);
    await server.calm(url);
    const began = performance.now();
    await Promise.all([fleet.start(), drained(fleet, contender, client, jobs, limitMs(jobs))]);
    const tookMs = performance.now() - began;
    const { ran, cpuMs } = await fleet.stop();
    const done = contender.doneSql ? (await doneBy(client, contender.doneSql)) - before : ran;
    if (done !== jobs) throw new Error(`${contender.name} was given ${jobs} jobs and says that ${done} went well`);
    if (ran !== jobs) console.log(`  ${contender.name} ran ${ran} times for ${jobs} jobs`);
    return { perSecond: (jobs / tookMs) * 1000, cpuMicros: (cpuMs * 1000) / jobs };
  });
}

async function doneBy(client: pg.Client, sql: string | undefined): Promise<number> {
  if (!sql) return 0;
  const { rows } = await client.query<{ done: number }>(sql);
  return rows[0]?.done ?? 0;
}

/** A contender that does fewer than a hundred a second is broken. */
const limitMs = (jobs: number): number => 60_000 + jobs * 10;
