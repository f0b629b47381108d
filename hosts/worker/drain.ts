// How a worker ends: nothing is begun, running work gets its time, the rest goes back to the queue.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core, Log } from '#core';
import type { Slots } from './slots.ts';

export interface Draining {
  readonly worker: Pick<Core['worker'], 'handBack'>;
  readonly log: Log;
  readonly slots: Slots;
  readonly loops: {
    /** Begins nothing more; resolves when the claim that is under way has ended, too. */
    quiet(): Promise<void>;
    /** Lets go of leases and timers. */
    end(): Promise<void>;
  };
  /** How long each part of handing back may take. */
  readonly handBackMs: number;
}

/** A settlement is on its way for no longer, when the database is well. */
const boundaryMs = 500;

/** Bounded by `graceMs` and twice `handBackMs`, and half a second: a database that hangs must not keep the process. */
export async function drain(draining: Draining, graceMs: number): Promise<void> {
  const { slots, loops, handBackMs } = draining;
  const ended = loops.quiet().then(() => slots.idle());
  if (!(await endsWithin(ended, graceMs))) {
    slots.stopAll('shutdown');
    // What stands between two steps hands itself back; what hangs in one is handed back over its head.
    if (!(await endsWithin(ended, boundaryMs))) await handBackHanging(draining);
  }
  await endsWithin(loops.end(), handBackMs);
}

async function handBackHanging({ worker, log, slots, handBackMs }: Draining): Promise<void> {
  const hanging = slots.all();
  if (hanging.length === 0) return;
  let handed = 0;
  const handing = worker.handBack(hanging).then(
    (count) => {
      handed = count;
    },
    (error: unknown) => log.warn('worker could not hand work back', { error: String(error) }),
  );
  await endsWithin(handing, handBackMs);
  const left = hanging.length - handed;
  if (left > 0) log.warn('worker leaves work behind; its leases will run out', { operations: left });
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(ms, false, { signal: patience.signal }).catch(() => false);
  const ended = await Promise.race([work.then(() => true), late]);
  patience.abort();
  return ended;
}
