// How loaded this process is: it claims less before it chokes.
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Log } from '#core';
import type { Hold } from './hold.ts';
import { type Loop, startLoop } from './loop.ts';

export interface LoadReading {
  /** How late the event loop was on average since the last reading. */
  readonly lagMs: number;
  /** Used memory, of what the process may have; 1 is all. */
  readonly memoryShare: number;
}

export interface LoadMeter {
  read(): LoadReading;
  close(): void;
}

const resolutionMs = 20;
const readEveryMs = 1000;
const lagMost = 100;
/** A load that holds ends a good way below where it begins, so that it does not flutter. */
const [lagReleaseShare, memoryReleaseShare] = [0.7, 0.95];

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

/** Holds while the event loop lags by 100 ms or memory is above its share. */
export function watchLoad(
  { hold, log }: { readonly hold: Hold; readonly log: Log },
  memoryMost: number,
  meter: LoadMeter = createLoadMeter(),
  everyMs: number = readEveryMs,
): Loop {
  const loop = startLoop('reading_load', {
    task: async () => {
      const { lagMs, memoryShare } = meter.read();
      const isHeld = hold.has('overloaded');
      const isLate = lagMs >= (isHeld ? lagMost * lagReleaseShare : lagMost);
      const isFull = memoryShare >= (isHeld ? memoryMost * memoryReleaseShare : memoryMost);
      const fields = { lag_ms: Math.round(lagMs), memory_percent: Math.round(memoryShare * 100) };
      if (hold.set('overloaded', isLate || isFull)) {
        if (isHeld) log.info('worker claims as before', fields);
        else log.warn('worker claims less', fields);
      }
      return everyMs;
    },
  });
  return { ...loop, stop: () => loop.stop().finally(meter.close) };
}
