import { type AttemptCounts, createAttempts } from './attempts.ts';
import { claiming } from './claiming.ts';
import { renewing } from './heartbeat.ts';
import { type Loop, type LoopName, startLoop, within } from './loop.ts';
import { watchOutage } from './outage.ts';
import { defaults, type Parts, type WorkerOptions } from './worker-options.ts';

/** Why the worker claims nothing. */
export const holdReasons = ['draining', 'database_down'] as const;
export type HoldReason = (typeof holdReasons)[number];

export interface WorkerStatus extends AttemptCounts {
  readonly slots: number;
  readonly holds: readonly HoldReason[];
  readonly stuckLoops: readonly LoopName[];
}

export interface RunningWorker {
  /** Claims nothing more, lets running work end for `graceMs`, then hands it back to other workers. */
  stop(graceMs: number): Promise<void>;
  status(): WorkerStatus;
}

/** A tick may do its work by itself, connection after connection. */
const longestTickMs = 30 * 60_000;
/** A settlement is on its way for no longer, when the database is well. */
const boundaryMs = 500;

export function startWorker(options: WorkerOptions): RunningWorker {
  const settled = { ...defaults, ...options };
  const { slots, log, observer } = settled;
  let wake = (): void => {};
  const database = watchOutage(log, 'worker cannot reach the database', 'worker reaches the database again');
  const onEnd = observer ? observer.ended : () => {};
  const attempts = createAttempts({
    slots,
    parkAfterMs: settled.parkAfterMs,
    run: settled.worker.run,
    log,
    onEnd,
    onFree: () => wake(),
  });
  const parts: Parts = { ...settled, attempts, database };
  const claims = startLoop('claiming', { task: claiming(parts) });
  wake = claims.ring;
  const begins = [
    claims,
    startLoop('sweeping', { task: sweeping(parts) }),
    startLoop('ticking', { task: ticking(parts), longestTaskMs: longestTickMs }),
  ];
  const keeping = startLoop('renewing', { task: renewing(parts) });
  const unlisten = settled.wakeUp.listen(claims.ring);
  let stopped: Promise<void> | undefined;
  const holds = { draining: () => stopped !== undefined, database_down: database.isGoingOn };
  return {
    status: () => ({
      slots,
      ...attempts.counts(),
      holds: holdReasons.filter((reason) => holds[reason]()),
      stuckLoops: [...begins, keeping].filter((loop) => loop.isStuck()).map(({ name }) => name),
    }),
    stop: (graceMs) => {
      attempts.drain();
      unlisten();
      stopped ??= drain(parts, graceMs, stopAll(begins)).then(async () => {
        await within(keeping.stop(), settled.handBackMs);
      });
      return stopped;
    },
  };
}

function sweeping({ worker, database, observer, sweepMs }: Parts): () => Promise<number> {
  return async () => {
    const swept = await database.asking(() => worker.sweep());
    observer?.swept(swept ?? 0);
    return sweepMs;
  };
}

/** Fires schedules. A failure says nothing about the database; what is due fires later. */
function ticking({ worker, log, tickMs }: Parts): () => Promise<number> {
  const schedules = watchOutage(log, 'schedules could not fire', 'schedules fire again');
  return async () => {
    await schedules.asking(() => worker.tick());
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
