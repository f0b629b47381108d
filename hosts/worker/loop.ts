// The worker's loops: claims what is due, runs it in slots, keeps its leases, sweeps up after lost workers.
import { type Core, type Log, renewEverySeconds, type WakeUp } from '#core';
import { createAlarm } from './alarm.ts';
import { startClaiming } from './claiming.ts';
import { type Draining, drain } from './drain.ts';
import { createGate, type Gate, type HoldReason, type HoldStrength } from './gate.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type LoadLimits, type LoadMeter, loadLimits, watchLoad } from './load.ts';
import { silentObserver, type WorkerObserver } from './observer.ts';
import { createOutage, type Outage } from './outage.ts';
import { createPulse, type LoopName, type Pulse } from './pulse.ts';
import { repeat } from './repeat.ts';
import { createSlots, type LaneCounts, type Slots } from './slots.ts';
import { startTicking } from './ticking.ts';

export interface WorkerOptions {
  readonly worker: Core['worker'];
  readonly wakeUp: WakeUp;
  readonly log: Log;
  /** Operations at once, beside those that hang on an answer for more than a second. */
  readonly slots: number;
  /** The service's clock, by which operations fall due. */
  readonly now?: () => Date;
  /** The longest sleep: a lost wake-up costs no more. */
  readonly pollMs?: number;
  readonly renewMs?: number;
  readonly sweepMs?: number;
  /** Between two looks at what is to be begun by the clock. */
  readonly tickMs?: number;
  /** The longest wait between two tries while the database is down. */
  readonly outageMs?: number;
  /** How long stopped work may take to hand itself back. */
  readonly handBackMs?: number;
  /** After this an attempt no longer counts against the slots; a delivery, which waits for a receiver, earlier. */
  readonly parkAfterMs?: number;
  readonly observer?: WorkerObserver;
  /** Without it, load holds nothing back. */
  readonly load?: { readonly meter: LoadMeter; readonly memoryShare: number };
}

export interface WorkerStatus {
  readonly slots: number;
  readonly running: LaneCounts;
  readonly parked: LaneCounts;
  readonly holds: ReadonlyMap<HoldReason, HoldStrength>;
  readonly stuckLoops: readonly LoopName[];
}

export interface RunningWorker {
  /** Claims nothing more, lets running work end for `graceMs`, then hands it back to other workers. */
  stop(graceMs: number): Promise<void>;
  status(): WorkerStatus;
  /** For watchers that know a reason to hold back. */
  readonly gate: Gate;
}

const defaults = {
  pollMs: 1000,
  renewMs: renewEverySeconds * 1000,
  sweepMs: 5000,
  tickMs: 5000,
  outageMs: 5000,
  handBackMs: 5000,
  parkAfterMs: 1000,
  observer: silentObserver,
  now: () => new Date(),
};
type Settled = WorkerOptions & Required<Pick<WorkerOptions, keyof typeof defaults>>;

export function startWorker(options: WorkerOptions): RunningWorker {
  const settled: Settled = { ...defaults, ...options };
  const { worker, log, observer } = settled;
  const alarm = createAlarm();
  const gate = createGate(alarm.ring);
  const pulse = createPulse();
  const outage = createOutage(log, gate, settled.outageMs);
  const slots = createSlots({
    count: settled.slots,
    parkAfterMs: settled.parkAfterMs,
    run: observedRun(worker, observer, log),
    onFree: alarm.ring,
  });
  const loops = startLoops(settled, { alarm, gate, pulse, outage, slots });

  let stopped: Promise<void> | undefined;
  return {
    gate,
    status: () => ({
      slots: settled.slots,
      running: slots.running(),
      parked: slots.parked(),
      holds: gate.holds(),
      stuckLoops: pulse.stuck(),
    }),
    stop: (graceMs) => {
      gate.hold('draining', 'shut');
      stopped ??= drain({ worker, log, slots, loops, handBackMs: settled.handBackMs }, graceMs);
      return stopped;
    },
  };
}

interface Parts {
  readonly alarm: ReturnType<typeof createAlarm>;
  readonly gate: Gate;
  readonly pulse: Pulse;
  readonly outage: Outage;
  readonly slots: Slots;
}

function startLoops(settled: Settled, { alarm, gate, pulse, outage, slots }: Parts): Draining['loops'] {
  const { worker, observer, log, now, load, pollMs, renewMs, sweepMs, tickMs } = settled;
  const limits: LoadLimits = { ...loadLimits, memoryShare: load?.memoryShare ?? 1 };
  const watch = load && watchLoad({ meter: load.meter, limits, gate, log });
  const timed: WorkerObserver = {
    ...observer,
    claimed: (operations, tookMs) => {
      observer.claimed(operations, tookMs);
      watch?.claimTook(tookMs);
    },
  };
  const claiming = startClaiming({ worker, slots, gate, outage, observer: timed, pulse, alarm, now, pollMs });
  const sweeping = repeat(
    async () => {
      const swept = await outage.guard(() => worker.sweep());
      observer.swept(swept ?? 0);
      return sweepMs;
    },
    (pauseMs) => pulse.beat('sweeping', pauseMs),
  );
  const ticking = startTicking({ worker, log, pulse, tickMs });
  const parking = repeat(async () => slots.park(performance.now()));
  const heartbeat = startHeartbeat({ worker, slots, outage, observer, pulse, renewMs });
  const unlisten = settled.wakeUp.listen(claiming.news);
  const all = (parts: readonly Promise<unknown>[]): Promise<void> => Promise.all(parts).then(() => undefined);
  return {
    quiet: () => {
      unlisten();
      return all([claiming.stop(), sweeping.stop(), ticking.stop()]);
    },
    end: () => all([parking.stop(), heartbeat.stop(), watch?.stop() ?? Promise.resolve()]),
  };
}

/** Never rejects: an engine that breaks its promise costs one lease, not the process. */
function observedRun(worker: Core['worker'], observer: WorkerObserver, log: Log) {
  return async (...[leased, signal]: Parameters<Core['worker']['run']>) => {
    const beganMs = performance.now();
    try {
      const state = await worker.run(leased, signal);
      observer.ended(leased, state, performance.now() - beganMs);
      return state;
    } catch (error) {
      log.error('an attempt broke', error, { operation_id: leased.operation.id, type: leased.operation.type });
      observer.ended(leased, undefined, performance.now() - beganMs);
      return undefined;
    }
  };
}
