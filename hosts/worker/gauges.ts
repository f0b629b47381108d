// The state of the worker and of the queue, read when somebody asks for metrics.
import { Gauge, type Registry } from 'prom-client';
import type { LaneDepth } from '#core';
import { workLanes } from '#core';
import type { ClockReading } from '../composition/clock-check.ts';
import type { PoolUse } from '../composition/open-database.ts';
import { within } from './loop.ts';
import { holdReasons, type WorkerStatus } from './start-worker.ts';

export interface GaugeSources {
  status(): WorkerStatus;
  pool(): PoolUse;
  /** The host's and the database's, where there are two. */
  clocks(): Promise<ClockReading | undefined>;
  /** Asked at most every 15 s. */
  depth(): Promise<readonly LaneDepth[]>;
  /** The service's clock, by which operations fall due. */
  now(): Date;
}

/** One value, or one by label; undefined leaves the gauge as it is. */
type Reading = number | Readonly<Record<string, number>> | undefined;

const depthEveryMs = 15_000;
const answerTimeoutMs = 2_000;

export function addGauges(registry: Registry, { status, pool, clocks, depth, now }: GaugeSources): void {
  const gauge = (name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void => {
    const collect = async function (this: Gauge<string>): Promise<void> {
      const found = await read();
      if (typeof found === 'number') return this.set(found);
      if (label === undefined || found === undefined) return;
      this.reset();
      for (const [value, count] of Object.entries(found)) this.set({ [label]: value }, count);
    };
    const labelNames = label === undefined ? [] : [label];
    new Gauge({ name: `ledgerport_${name}`, help, labelNames, registers: [registry], collect });
  };
  gauge('worker_slots', 'Operations that may run at once, beside parked ones', () => status().slots);
  gauge('worker_running', 'Attempts that hold a slot', () => status().running, 'lane');
  gauge('worker_parked', 'Attempts that wait for an answer and hold no slot', () => status().parked, 'lane');
  const held = () => Object.fromEntries(holdReasons.map((reason) => [reason, Number(status().holds.includes(reason))]));
  gauge('worker_held', '1 while the reason holds claims back', held, 'reason');
  gauge('worker_stuck_loops', 'Loops that have not moved for two minutes', () => status().stuckLoops.length);
  const connections = () => ({ used: pool().used, free: pool().free });
  gauge('database_connections', 'Connections of this process', connections, 'state');
  gauge('database_waiting', 'Queries that wait for a connection', () => pool().waiting);
  gauge('worker_clock_apart_seconds', 'The clock of this host less the clock of the database', async () => {
    const reading = await within(clocks(), answerTimeoutMs);
    return reading && reading.apartMs / 1000;
  });
  const byLane = depthByLane(depth);
  const due = 'Operations that are due; counted up to 10,000 a lane';
  gauge('queue_due', due, () => byLane((found) => found.due), 'lane');
  const age = ({ oldestDueAt }: LaneDepth): number => Math.max(0, (now().getTime() - oldestDueAt.getTime()) / 1000);
  gauge('queue_oldest_due_seconds', 'How long the longest due waits', () => byLane(age), 'lane');
}

/** Of the whole queue: every worker says the same. Empty while the database does not answer. */
function depthByLane(ask: GaugeSources['depth']) {
  let askedMs = Number.NEGATIVE_INFINITY;
  let latest: Promise<readonly LaneDepth[] | undefined> = Promise.resolve(undefined);
  return async (measure: (found: LaneDepth) => number): Promise<Readonly<Record<string, number>>> => {
    if (performance.now() - askedMs >= depthEveryMs) {
      askedMs = performance.now();
      latest = within(ask(), answerTimeoutMs);
    }
    const depths = await latest;
    if (!depths) return {};
    const found = new Map(depths.map((one) => [one.lane, measure(one)]));
    return Object.fromEntries(workLanes.map((lane) => [lane, found.get(lane) ?? 0]));
  };
}
