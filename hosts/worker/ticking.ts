import type { Core, Log } from '#core';
import type { Pulse } from './pulse.ts';
import { type Repetition, repeat } from './repeat.ts';

/** A tick may do its work by itself, connection after connection. */
const longestTickMs = 30 * 60_000;

export interface TickingOptions {
  readonly worker: Pick<Core['worker'], 'tick'>;
  readonly log: Log;
  readonly pulse: Pulse;
  readonly tickMs: number;
}

/** Fires schedules. What fails is told once and fires later; it says nothing about the database. */
export function startTicking({ worker, log, pulse, tickMs }: TickingOptions): Repetition {
  let failing = false;
  return repeat(
    async () => {
      try {
        await worker.tick();
        if (failing) log.info('schedules fire again');
        failing = false;
      } catch (error) {
        if (!failing) log.error('schedules could not fire', error);
        failing = true;
      }
      return tickMs;
    },
    (pauseMs) => pulse.beat('ticking', pauseMs + longestTickMs),
  );
}
