import { createAttempts, type LaneCounts } from './attempts.ts';
import { claiming } from './claiming.ts';
import { renewing, watching } from './heartbeat.ts';
import { createHold, type Hold, type HoldReason } from './hold.ts';
import { type Loop, type LoopName, startLoop, within } from './loop.ts';
import { defaults, type Parts, type WorkerOptions } from './worker-options.ts';

export interface WorkerStatus {
  readonly slots: number;
  readonly running: LaneCounts;
  readonly parked: LaneCounts;
  readonly holds: readonly HoldReason[];
  readonly stuckLoops: readonly LoopName[];
}

export interface RunningWorker {
  /** Claims nothing more, lets running work end for `graceMs`, then hands it back to other workers. */
  stop(graceMs: number): Promise<void>;
  status(): WorkerStatus;
  /** For those who know a reason to hold back. */
  readonly hold: Hold;
}

/** A tick may do its work by itself, connection after connection. */
const longestTickMs = 30 * 60_000;
/** A settlement is on its way for no longer, when the database is well. */
const boundaryMs = 500;

export function startWorker(options: WorkerOptions): RunningWorker {
  const settled = { ...defaults, ...options };
  const { slots, log, observer } = settled;
  let wake = (): void => {};
  const onFree = (): void => wake();
  const hold = createHold(log, settled.outageMs, onFree);
  const onEnd = observer ? observer.ended : () => {};
  const attempts = createAttempts({
    slots,
    parkAfterMs: settled.parkAfterMs,
    run: settled.worker.run,
    log,
    onEnd,
    onFree,
  });
  const parts: Parts = { ...settled, attempts, hold };
  const claims = startLoop('claiming', { task: claiming(parts) });
  wake = claims.ring;
  const begins = [
    claims,
    startLoop('sweeping', { task: sweeping(parts) }),
    startLoop('ticking', { task: ticking(parts), longestTaskMs: longestTickMs }),
  ];
  const keeps = [startLoop('renewing', { task: renewing(parts) }), startLoop('watching', { task: watching(parts) })];
  const unlisten = settled.wakeUp.listen(claims.ring);
  let stopped: Promise<void> | undefined;
  return {
    hold,
    status: () => ({
      slots,
      running: attempts.running(),
      parked: attempts.parked(),
      holds: hold.reasons(),
      stuckLoops: [...begins, ...keeps].filter((loop) => loop.isStuck()).map(({ name }) => name),
    }),
    stop: (graceMs) => {
      hold.set('draining', true);
      unlisten();
      stopped ??= drain(parts, graceMs, stopAll(begins)).then(async () => {
        await within(stopAll(keeps), settled.handBackMs);
      });
      return stopped;
    },
  };
}

function sweeping({ worker, hold, observer, sweepMs }: Parts): () => Promise<number> {
  return async () => {
    const swept = await hold.asking(() => worker.sweep());
    observer?.swept(swept ?? 0);
    return sweepMs;
  };
}

/** Fires schedules. A failure is logged once and says nothing about the database; what is due fires later. */
function ticking({ worker, log, tickMs }: Parts): () => Promise<number> {
  let isFailing = false;
  return async () => {
    try {
      await worker.tick();
      if (isFailing) log.info('schedules fire again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error('schedules could not fire', error);
      isFailing = true;
    }
    return tickMs;
  };
}

/** Bounded by `graceMs`, `handBackMs` and half a second: a database that hangs must not keep the process. */
async function drain(
  { attempts, worker, log, handBackMs }: Parts,
  graceMs: number,
  quiet: Promise<void>,
): Promise<void> {
  const ended = quiet.then(() => attempts.idle()).then(() => true);
  if (await within(ended, graceMs)) return;
  attempts.stopAll('shutdown');
  // What stands between two steps hands itself back; what hangs in one is handed back over its head.
  if (await within(ended, boundaryMs)) return;
  const hanging = attempts.all();
  if (hanging.length === 0) return;
  const handing = worker.handBack(hanging);
  handing.catch((error: unknown) => log.warn('worker could not hand work back', { error: String(error) }));
  const left = hanging.length - ((await within(handing, handBackMs)) ?? 0);
  if (left > 0) log.warn('worker leaves work behind; its leases will run out', { operations: left });
}

async function stopAll(loops: readonly Loop[]): Promise<void> {
  await Promise.all(loops.map((loop) => loop.stop()));
}
