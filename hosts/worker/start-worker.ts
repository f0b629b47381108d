import { type AttemptCounts, type Attempts, createAttempts } from './attempts.ts';
import { claiming, renewing } from './leases.ts';
import { startLoop, within } from './loop.ts';
import { type Outage, watchOutage } from './outage.ts';
import { defaults, type Settled, type WorkerOptions } from './worker-options.ts';

export const holdReasons = ['draining', 'database_down', 'database_went_back'] as const;
export type HoldReason = (typeof holdReasons)[number];

export interface WorkerStatus extends AttemptCounts {
  readonly slots: number;
  readonly holds: readonly HoldReason[];
  readonly stuckLoops: readonly string[];
}

export interface RunningWorker {
  /** Claims no more work, lets running work end for `graceMs`, then hands the rest back to other workers. */
  stop(graceMs: number): Promise<void>;
  status(): WorkerStatus;
}

/** A tick may visit every connection. */
const longestTickMs = 30 * 60_000;
/** In this time a healthy database stores the end of an attempt. */
const boundaryMs = 500;

/** Claims, runs, renews, sweeps and ticks until `stop`; during an outage of the database it waits. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const settled: Settled = { ...defaults, ...options };
  let wake = (): void => {};
  const database = watchOutage(settled.log, 'worker cannot reach the database', 'worker reaches the database again');
  const attempts = createAttempts(settled, () => wake());
  const claims = startLoop(claiming(settled, attempts, database));
  wake = claims.ring;
  const renewals = startLoop(renewing(settled, attempts, database));
  const sweeps = startLoop(sweeping(settled, database));
  const ticks = startLoop(ticking(settled), longestTickMs);
  const loops = Object.entries({ claiming: claims, renewing: renewals, sweeping: sweeps, ticking: ticks });
  const unlisten = settled.wakeUp.listen(claims.ring);
  let stopped: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    attempts.drain();
    unlisten();
    const quiet = Promise.all([claims, sweeps, ticks].map((loop) => loop.stop()));
    await drain(settled, attempts, graceMs, quiet);
    await within(renewals.stop(), settled.handBackMs);
  };
  const holds = {
    draining: () => stopped !== undefined,
    database_down: database.isGoingOn,
    database_went_back: () => settled.database?.() === 'went_back',
  };
  return {
    status: () => ({
      slots: settled.slots,
      ...attempts.counts(),
      holds: holdReasons.filter((reason) => holds[reason]()),
      stuckLoops: loops.filter(([, loop]) => loop.isStuck()).map(([name]) => name),
    }),
    stop: (graceMs) => {
      stopped ??= stop(graceMs);
      return stopped;
    },
  };
}

function sweeping({ worker, observer, sweepMs }: Settled, database: Outage): () => Promise<number> {
  return async () => {
    const swept = await database.asking(() => worker.sweep());
    observer?.swept(swept ?? 0);
    return sweepMs;
  };
}

/** A failed tick is not counted as an outage of the database; its schedules fire later. */
function ticking({ worker, log, tickMs }: Settled): () => Promise<number> {
  const schedules = watchOutage(log, 'schedules could not fire', 'schedules fire again');
  return async () => {
    await schedules.asking(() => worker.tick());
    return tickMs;
  };
}

/**
 * Takes at most `graceMs`, `handBackMs` and half a second, because a database that hangs must not keep the process
 * alive.
 */
async function drain(
  { worker, log, handBackMs }: Settled,
  attempts: Attempts,
  graceMs: number,
  quiet: Promise<unknown>,
): Promise<void> {
  const ended = quiet.then(() => attempts.idle()).then(() => true);
  if (await within(ended, graceMs)) return;
  attempts.stopAll('shutdown');
  // An attempt between two steps hands its work back by itself; one that hangs in a step cannot.
  if (await within(ended, boundaryMs)) return;
  const hanging = attempts.all();
  if (hanging.length === 0) return;
  const handing = worker.handBack(hanging);
  handing.catch((error: unknown) => log.warn('worker could not hand work back', { error: String(error) }));
  const left = hanging.length - ((await within(handing, handBackMs)) ?? 0);
  if (left > 0) log.warn('worker stopped before its work ended; the leases will run out', { operations: left });
}
