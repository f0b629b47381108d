// Workers with their own clocks on one database, and a schedule whose parts each queue an operation.

import { systemPlane } from '../../domain/caller.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { latestTick } from '../../domain/schedule.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Engine } from '../../use-cases/testing/engine.ts';
import type { Schedule } from '../run-schedules.ts';
import { runSchedules } from '../run-schedules.ts';

export const parts = 3;

export function tracing({ ids }: Pick<CorePorts, 'ids'>, name: string, everyMs: number, offsetMs = 0): Schedule {
  return {
    name,
    everyMs,
    offsetMs,
    async part(tick) {
      const part = Number(tick.progress ?? 0);
      const input = { schedule: name, at: tick.at.getTime(), part };
      const subject = JSON.stringify(input);
      const work = { id: ids.next('op'), type: 'retention.purge', connectionId: null, subject, input } as const;
      const operation = queueOperation({ ...systemPlane, ...work, requestId: ids.next('req') }, tick.at);
      return { operations: [operation], next: part + 1 < parts ? String(part + 1) : null };
    },
  };
}

export interface TestWorker {
  /** How far its clock is ahead of the others. */
  skewMs: number;
  /** Dies before the commit of its n-th transaction from now; undefined lives. */
  diesBefore: number | undefined;
  /** False when it died. */
  tick(): Promise<boolean>;
  /** Replaces the worker by a new process, which remembers nothing. */
  restart(): void;
}

export function testWorker(engine: Engine, schedules: readonly Schedule[]): TestWorker {
  const { storage } = engine;
  const worker: TestWorker = { skewMs: 0, diesBefore: undefined, tick, restart };
  const transaction: CorePorts['storage']['transaction'] = (work) =>
    storage.transaction(async (stores) => {
      const value = await work(stores);
      if (worker.diesBefore === 1) throw new Error('killed before the commit');
      if (worker.diesBefore !== undefined) worker.diesBefore -= 1;
      return value;
    });
  const now = () => new Date(engine.hands.now.getTime() + worker.skewMs);
  const ports = { ...engine.ports, storage: { ...storage, transaction }, clock: { ...engine.ports.clock, now } };
  let run = runSchedules(ports, schedules);

  function restart(): void {
    worker.diesBefore = undefined;
    run = runSchedules(ports, schedules);
  }
  async function tick(): Promise<boolean> {
    try {
      await run();
      return true;
    } catch {
      restart();
      return false;
    }
  }
  return worker;
}

export async function takenTicks({ database }: Engine, schedule: string): Promise<number[]> {
  return database.knex('schedule_ticks').where({ schedule }).orderBy('tick_at').pluck('tick_at');
}

/** The ticks that have more to do. */
export async function unfinishedTicks({ database }: Engine, schedule: string): Promise<number[]> {
  return database.knex('schedule_ticks').where({ schedule }).whereNotNull('held_until').pluck('tick_at');
}

/** The queued parts of each tick of a schedule, in order. */
export async function queuedParts({ database }: Engine, schedule: string): Promise<Map<number, number[]>> {
  const queued = new Map<number, number[]>();
  for (const text of await database.knex('operations').pluck('input')) {
    const input = JSON.parse(text) as { schedule: string; at: number; part: number };
    if (input.schedule !== schedule) continue;
    queued.set(input.at, [...(queued.get(input.at) ?? []), input.part].sort());
  }
  return queued;
}

/** The tick that must fire now, if any: the latest, unless it or a later one was taken. */
export function dueTick(schedule: Schedule, now: Date, taken: readonly number[]): number | undefined {
  const at = latestTick(schedule, now).getTime();
  return taken.some((other) => other >= at) ? undefined : at;
}
