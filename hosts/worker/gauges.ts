import type { Registry } from 'prom-client';
import type { LaneDepth } from '#core';
import { workLanes } from '#core';
import type { ClockReading } from '../composition/clock-check.ts';
import { metersIn } from '../composition/host-metrics.ts';
import { within } from './loop.ts';
import { holdReasons, type WorkerStatus } from './start-worker.ts';

interface GaugeSources {
  status(): WorkerStatus;
  /** Resolves to undefined where host and database share a clock. */
  clocks(): Promise<ClockReading | undefined>;
  /** Asked at most every 15 s. */
  depth(): Promise<readonly LaneDepth[]>;
  paused(): Promise<number>;
  held(): Promise<number>;
  now(): Date;
}

const askedEveryMs = 15_000;
const answerTimeoutMs = 2_000;

export function addGauges(registry: Registry, { status, clocks, depth, now, ...sources }: GaugeSources): void {
  const { gauge } = metersIn(registry);
  gauge('worker_slots', 'Operations that may run at once, beside parked ones', () => status().slots);
  gauge('worker_running', 'Attempts that hold a slot', () => status().running, 'lane');
  gauge('worker_parked', 'Attempts that wait for an answer and hold no slot', () => status().parked, 'lane');
  const held = () => Object.fromEntries(holdReasons.map((reason) => [reason, Number(status().holds.includes(reason))]));
  gauge('worker_held', '1 while the reason holds claims back', held, 'reason');
  gauge('worker_stuck_loops', 'Loops that have not moved for two minutes', () => status().stuckLoops.length);
  gauge('worker_clock_apart_seconds', 'The clock of this host less the clock of the database', async () => {
    const reading = await within(clocks(), answerTimeoutMs);
    return reading && reading.apartMs / 1000;
  });
  const byLane = depthByLane(depth);
  const due = 'Operations that are due; counted up to 10,000 a lane';
  gauge('queue_due', due, () => byLane((found) => found.due), 'lane');
  const age = ({ oldestDueAt }: LaneDepth): number => Math.max(0, (now().getTime() - oldestDueAt.getTime()) / 1000);
  gauge('queue_oldest_due_seconds', 'How long the longest due waits', () => byLane(age), 'lane');
  gauge('webhook_endpoints_paused', 'Endpoints whose breaker is open; up to 10,000', seldom(sources.paused));
  gauge('deliveries_held', 'Deliveries that are held for them; up to 10,000', seldom(sources.held));
}

/** Asks the database at most every 15 s; resolves to undefined while it does not answer. */
function seldom<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let askedMs = Number.NEGATIVE_INFINITY;
  let latest: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - askedMs >= askedEveryMs) {
      askedMs = performance.now();
      latest = within(ask(), answerTimeoutMs);
    }
    return latest;
  };
}

function depthByLane(ask: GaugeSources['depth']) {
  const asked = seldom(ask);
  return async (measure: (found: LaneDepth) => number): Promise<Readonly<Record<string, number>>> => {
    const depths = await asked();
    if (!depths) return {};
    const found = new Map(depths.map((one) => [one.lane, measure(one)]));
    return Object.fromEntries(workLanes.map((lane) => [lane, found.get(lane) ?? 0]));
  };
}
