// How loaded this process is, and what follows: it claims less before it chokes.
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Log } from '#core';
import type { Gate, HoldReason, HoldStrength } from './gate.ts';
import { type Repetition, repeat } from './repeat.ts';

export interface LoadReading {
  /** How late the event loop was on average since the last reading. */
  readonly lagMs: number;
  /** Used memory, of what the process may have; 1 is all. */
  readonly memoryShare: number;
}

export interface LoadLimits {
  readonly narrowLagMs: number;
  readonly shutLagMs: number;
  readonly memoryShare: number;
  /** A claim that took longer says that the database is slow. */
  readonly slowClaimMs: number;
}

export const loadLimits: Omit<LoadLimits, 'memoryShare'> = { narrowLagMs: 100, shutLagMs: 500, slowClaimMs: 1000 };

/** What holds is let go a good way below where it begins, so that it does not flutter. */
const releaseShare = 0.7;

export interface LoadMeter {
  read(): LoadReading;
  close(): void;
}

const resolutionMs = 20;

export function createLoadMeter(): LoadMeter {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let before = { count: 0, sumMs: 0 };
  return {
    // Not by reset(), which forgets when the last turn was, and with it a pause that is going on.
    read: () => {
      const { count } = delay;
      const sumMs = count === 0 ? 0 : (delay.mean * count) / 1e6;
      const turns = count - before.count;
      const lagMs = turns === 0 ? 0 : Math.max(0, (sumMs - before.sumMs) / turns - resolutionMs);
      before = { count, sumMs };
      return { lagMs, memoryShare: memoryShare() };
    },
    close: () => void delay.disable(),
  };
}

/** The nearer of two ends: of the JavaScript heap, and of the container's or machine's memory. */
function memoryShare(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  const available = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.max(used_heap_size / heap_size_limit, process.memoryUsage.rss() / available);
}

/** Undefined when there is nothing to hold back for. */
export function judge(value: number, narrowAt: number, shutAt: number, held: boolean): HoldStrength | undefined {
  if (value >= shutAt) return 'shut';
  if (value >= narrowAt) return 'narrow';
  return held && value >= narrowAt * releaseShare ? 'narrow' : undefined;
}

export interface LoadWatch extends Repetition {
  /** Tells how long the last claim took. */
  claimTook(ms: number): void;
}

const readEveryMs = 1000;

export function watchLoad(
  { meter, limits, gate, log }: { meter: LoadMeter; limits: LoadLimits; gate: Gate; log: Log },
  everyMs: number = readEveryMs,
): LoadWatch {
  const apply = (reason: HoldReason, strength: HoldStrength | undefined, fields: Record<string, number>): void => {
    if (!strength) {
      if (gate.release(reason)) log.info('worker claims as before', { reason, ...fields });
    } else if (gate.hold(reason, strength)) log.warn('worker claims less', { reason, strength, ...fields });
  };
  const isHeld = (reason: HoldReason): boolean => gate.holds().has(reason);
  const reading = repeat(async () => {
    const { lagMs, memoryShare } = meter.read();
    const lag = judge(lagMs, limits.narrowLagMs, limits.shutLagMs, isHeld('event_loop'));
    apply('event_loop', lag, { lag_ms: Math.round(lagMs) });
    const full = limits.memoryShare;
    const memory =
      judge(memoryShare, full, full, false) ?? (isHeld('memory') && memoryShare > full * 0.95 ? 'shut' : undefined);
    apply('memory', memory, { memory_percent: Math.round(memoryShare * 100) });
    return everyMs;
  });
  return {
    stop: async () => {
      await reading.stop();
      meter.close();
    },
    claimTook: (ms) => {
      const slow = judge(ms, limits.slowClaimMs, Number.POSITIVE_INFINITY, isHeld('database_slow'));
      apply('database_slow', slow, { claim_ms: Math.round(ms) });
    },
  };
}
