// How the worker and the queue stand, read when somebody asks for metrics.
import { Gauge, type Registry } from 'prom-client';
import { type LaneDepth, workLanes } from '#core';
import type { ClockReading } from '../composition/clock-check.ts';
import type { PoolUse } from '../composition/open-database.ts';
import { holdReasons } from './gate.ts';
import type { WorkerStatus } from './loop.ts';
import { sampled } from './sampled.ts';

export interface GaugeSources {
  status(): WorkerStatus;
  pool(): PoolUse;
  clocks(): ClockReading | undefined;
  /** Asked at most every 15 s. */
  depth(): Promise<readonly LaneDepth[]>;
  /** The service's clock, by which operations fall due. */
  now(): Date;
}

const depthEveryMs = 15_000;
const depthTimeoutMs = 2_000;
const strengths = { narrow: 0.5, shut: 1 } as const;

type Make = <T extends string>(name: string, help: string, labelNames: T[], read: Read<T>) => void;
type Read<T extends string> = (gauge: Gauge<T>) => void | Promise<void>;

export function addGauges(registry: Registry, sources: GaugeSources): void {
  const gauge: Make = (name, help, labelNames, read) => {
    const made: Gauge<(typeof labelNames)[number]> = new Gauge({
      name: `ledgerport_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect: (): void | Promise<void> => read(made),
    });
  };
  addWorkerGauges(gauge, sources);
  addDatabaseGauges(gauge, sources);
  addQueueGauges(gauge, sources);
}

function addWorkerGauges(gauge: Make, { status }: GaugeSources): void {
  gauge('worker_slots', 'Operations that may run at once, beside parked ones', [], (g) => g.set(status().slots));
  gauge('worker_running', 'Attempts that hold a slot', ['lane'], (g) => {
    const { running } = status();
    for (const lane of workLanes) g.set({ lane }, running[lane]);
  });
  gauge('worker_parked', 'Attempts that hang on an answer and hold no slot', ['lane'], (g) => {
    const { parked } = status();
    for (const lane of workLanes) g.set({ lane }, parked[lane]);
  });
  gauge('worker_held', 'Why less is claimed: 0.5 for a quarter of the room, 1 for nothing', ['reason'], (g) => {
    const { holds } = status();
    for (const reason of holdReasons) {
      const strength = holds.get(reason);
      g.set({ reason }, strength ? strengths[strength] : 0);
    }
  });
  gauge('worker_stuck_loops', 'Loops that have not moved for two minutes', [], (g) =>
    g.set(status().stuckLoops.length),
  );
}

function addDatabaseGauges(gauge: Make, { pool, clocks }: GaugeSources): void {
  gauge('database_connections', 'Connections of this process', ['state'], (g) => {
    const { used, free } = pool();
    g.set({ state: 'used' }, used);
    g.set({ state: 'free' }, free);
  });
  gauge('database_waiting', 'Queries that wait for a connection', [], (g) => g.set(pool().waiting));
  gauge(
    'worker_clock_apart_seconds',
    'The clock of this host less the clock of the database, when last compared',
    [],
    (g) => {
      const apartMs = clocks()?.apartMs;
      if (apartMs !== undefined) g.set(apartMs / 1000);
    },
  );
}

/** Of the whole queue, not of this worker: every worker tells the same. Left out while the database does not tell. */
function addQueueGauges(gauge: Make, { depth, now }: GaugeSources): void {
  const sample = sampled(depth, { everyMs: depthEveryMs, timeoutMs: depthTimeoutMs });
  const read =
    (measure: (found: LaneDepth | undefined) => number): Read<'lane'> =>
    async (g) => {
      const depths = await sample();
      g.reset();
      for (const lane of depths ? workLanes : [])
        g.set({ lane }, measure(depths?.find((found) => found.lane === lane)));
    };
  const due = read((found) => found?.due ?? 0);
  const age = read((found) => (found ? Math.max(0, (now().getTime() - found.oldestDueAt.getTime()) / 1000) : 0));
  gauge('queue_due', 'Operations that are due; counted up to 10,000 a lane', ['lane'], due);
  gauge('queue_oldest_due_seconds', 'How long the longest due waits', ['lane'], age);
}
