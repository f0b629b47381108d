// The standalone worker: claims what is due, runs it in slots, keeps its leases, sweeps up after lost workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Core, type Log, renewEverySeconds, type WakeUp } from '#core';
import { createAlarm } from './alarm.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createOutage, type Outage } from './outage.ts';
import { repeat } from './repeat.ts';
import { createSlots } from './slots.ts';

export interface WorkerOptions {
  readonly worker: Core['worker'];
  readonly wakeUp: WakeUp;
  readonly log: Log;
  /** Operations at once. */
  readonly slots: number;
  /** The longest sleep: a lost wake-up costs no more. */
  readonly pollMs?: number;
  readonly renewMs?: number;
  readonly sweepMs?: number;
  /** Between two looks for idle tokens. */
  readonly keepAliveMs?: number;
  /** The longest wait between two tries while the database is down. */
  readonly outageMs?: number;
  /** How long stopped work may take to hand itself back. */
  readonly handBackMs?: number;
}

export interface RunningWorker {
  /** Claims nothing more, lets running work end for `graceMs`, then has it handed back to other workers. */
  stop(graceMs: number): Promise<void>;
}

/** When due work could not be claimed: another worker is about to take it, or its turn has not come. */
const shortestSleepMs = 25;

export function startWorker(options: WorkerOptions): RunningWorker {
  const { worker, wakeUp, log } = options;
  const { pollMs = 1000, renewMs = renewEverySeconds * 1000, sweepMs = 5000, keepAliveMs = 600_000 } = options;
  const { outageMs = 5000, handBackMs = 20_000 } = options;
  const alarm = createAlarm();
  const outage = createOutage(log, outageMs);
  const slots = createSlots(options.slots, worker.run, alarm.ring);
  let stopping = false;

  const claimOnce = async (): Promise<void> => {
    const free = slots.free();
    const askedAtMs = performance.now();
    const claimed = free > 0 ? await outage.guard(() => worker.claim(free)) : [];
    if (!claimed) return void (await alarm.wait(outage.pauseMs()));
    for (const leased of claimed) slots.start(leased, askedAtMs, stopping ? 'shutdown' : undefined);
    if (claimed.length < free) await alarm.wait(await untilDue(worker, outage, pollMs));
    else await alarm.wait(pollMs);
  };
  const claiming = (async () => {
    while (!stopping) await claimOnce();
  })();
  const sweeping = repeat(async () => {
    await outage.guard(() => worker.sweep());
    return sweepMs;
  });
  const keepingAlive = repeat(async () => {
    await outage.guard(() => worker.keepTokensAlive());
    return keepAliveMs;
  });
  const heartbeat = startHeartbeat(worker, slots, outage, renewMs);
  const unlisten = wakeUp.listen(alarm.ring);

  const stop = async (graceMs: number): Promise<void> => {
    stopping = true;
    alarm.ring();
    unlisten();
    // Bounded too: a database that hangs must not keep the process.
    await endsWithin(Promise.all([claiming, sweeping.stop(), keepingAlive.stop()]), handBackMs);
    if (!(await endsWithin(slots.idle(), graceMs))) {
      slots.stopAll('shutdown');
      if (!(await endsWithin(slots.idle(), handBackMs))) log.warn('worker leaves work behind; its leases will run out');
    }
    await endsWithin(heartbeat.stop(), handBackMs);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: (graceMs) => {
      stopped ??= stop(graceMs);
      return stopped;
    },
  };
}

async function untilDue(worker: Core['worker'], outage: Outage, pollMs: number): Promise<number> {
  const due = await outage.guard(() => worker.nextDueAt());
  if (!due) return pollMs;
  return Math.min(Math.max(due.getTime() - Date.now(), shortestSleepMs), pollMs);
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(ms, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([work.then(() => true), late]);
  patience.abort();
  return ended;
}
