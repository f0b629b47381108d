// Fires what is due by the clock, once in the whole fleet. The worker that takes a tick does its work; when that worker is
// lost, another continues.
import {
  type HeldTick,
  latestTick,
  type ScheduleTick,
  tickAheadHoursMax,
  tickHoldSecondsMax,
} from '../domain/schedule.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import type { Schedule, WorkSchedule } from './schedule.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'log' | 'wakeUp'>;

/** A part is held longer than it may take. After so many parts of one tick in a row the others have their turn. */
const turns = { queue: { holdSeconds: 60, partsMax: 20 }, work: { holdSeconds: 300, partsMax: 5 } } as const;
/** How often a process looks for ticks that lost their worker. */
const lookSeconds = 30;
const resumedMax = 10;
/** What is left of a tick whose schedule this build does not know is another build's for so long. */
const unknownHours = 24;
/** A schedule that failed rests, so that the others fire. */
const failureRestSeconds = 60;

/** What a process remembers, so that a call when nothing is due asks the database nothing. */
interface Memory {
  /** The tick of each schedule that was asked for last: it is taken by now, or a later one is. */
  readonly asked: Map<string, number>;
  readonly failed: Map<string, number>;
  lookedAt: number | null;
  /** Some tick of this call has more to do: the next call goes on. */
  isTurnOver: boolean;
}

/**
 * Call it every few seconds, from any number of workers; returns how many ticks this call fired. Rejects with the first
 * failure; what is due then fires at a later call. `open` is asked for the schedules at the first call.
 */
export function runSchedules(ports: Ports, open: () => readonly Schedule[]) {
  const memory: Memory = { asked: new Map(), failed: new Map(), lookedAt: null, isTurnOver: false };
  let opened: readonly Schedule[] | undefined;
  return async (): Promise<number> => {
    opened ??= open();
    const schedules = opened;
    let fired = 0;
    memory.isTurnOver = false;
    for (const schedule of schedules) {
      const now = ports.clock.now();
      const tick = { schedule: schedule.name, at: latestTick(schedule, now) };
      if (memory.asked.get(schedule.name) === tick.at.getTime() || isResting(memory, schedule.name, now)) continue;
      memory.failed.set(schedule.name, now.getTime());
      if (await fire(ports, schedule, tick, memory)) fired += 1;
      memory.failed.delete(schedule.name);
    }
    if (memory.isTurnOver) memory.lookedAt = null;
    else await resumeLost(ports, schedules, memory);
    return fired;
  };
}

function isResting({ failed }: Memory, schedule: string, now: Date): boolean {
  const at = failed.get(schedule);
  return at !== undefined && Math.abs(now.getTime() - at) < failureRestSeconds * 1000;
}

function aheadUntil(at: Date): Date {
  return new Date(at.getTime() + tickAheadHoursMax * 3_600_000);
}

async function fire(ports: Ports, schedule: Schedule, tick: ScheduleTick, memory: Memory): Promise<boolean> {
  const now = ports.clock.now();
  const taking = { firedAt: now, heldUntil: heldUntil(now, schedule.kind), aheadUntil: aheadUntil(tick.at) };
  const taken = await ports.storage.transaction(async (stores) => {
    const held = await stores.schedules.take(tick, taking);
    if (!held) return undefined;
    return { left: await firstPart(stores, ports, schedule, held) };
  });
  memory.asked.set(schedule.name, tick.at.getTime());
  if (!taken) return false;
  ports.log.info('schedule fired', { schedule: tick.schedule, tick_at: tick.at.toISOString() });
  if (schedule.kind === 'queue') ports.wakeUp.signal();
  if (taken.left) await goOn(ports, schedule, taken.left, memory);
  return true;
}

async function firstPart(stores: Stores, ports: Ports, schedule: Schedule, held: HeldTick): Promise<HeldTick | null> {
  if (schedule.kind === 'queue') return queuePart(stores, ports, schedule, held);
  if (!(await stores.schedules.hasOther(held))) return held;
  return saveProgress(stores, held, null, held.heldUntil);
}

/** The rest of a tick, part by part, as long as its turn lasts. */
async function goOn(ports: Ports, schedule: Schedule, first: HeldTick, memory: Memory): Promise<void> {
  let held: HeldTick | null = first;
  for (let part = 0; held && part < turns[schedule.kind].partsMax; part++) {
    const current: HeldTick = held;
    held =
      schedule.kind === 'queue'
        ? await ports.storage.transaction((stores) => queuePart(stores, ports, schedule, current))
        : await workPart(ports, schedule, current);
  }
  if (!held) return;
  await saveProgress(ports.storage, held, held.progress, ports.clock.now());
  memory.isTurnOver = true;
}

async function queuePart(
  stores: Stores,
  { clock }: Ports,
  schedule: Extract<Schedule, { kind: 'queue' }>,
  held: HeldTick,
): Promise<HeldTick | null> {
  const { operations, next } = await schedule.draft(stores, held);
  const left = await saveProgress(stores, held, next, heldUntil(clock.now(), 'queue'));
  if (operations.length > 0) await stores.operations.insertCoalesced(operations);
  return left;
}

/** Null also when the rest is left alone for a while: whoever looks when that is over goes on. */
async function workPart({ storage, clock }: Ports, schedule: WorkSchedule, held: HeldTick): Promise<HeldTick | null> {
  const { next, pauseSeconds } = await schedule.work(held);
  if (pauseSeconds === 0) return saveProgress(storage, held, next, heldUntil(clock.now(), 'work'));
  await saveProgress(storage, held, next, secondsAfter(clock.now(), Math.min(pauseSeconds, tickHoldSecondsMax)));
  return null;
}

/** Throws when another worker has the tick by now: this transaction is rolled back, the other's is valid. */
async function saveProgress(
  { schedules }: Pick<Stores, 'schedules'>,
  held: HeldTick,
  progress: string | null,
  heldUntil: Date,
): Promise<HeldTick | null> {
  const next = progress === null ? null : { progress, heldUntil };
  if (!(await schedules.advance(held, next)))
    throw new Error(`the tick of ${held.schedule} was taken over by another worker`);
  return next && { ...held, ...next };
}

/** Continues ticks whose worker was lost half-way, or whose pause is over. */
async function resumeLost(ports: Ports, schedules: readonly Schedule[], memory: Memory): Promise<void> {
  const from = ports.clock.now().getTime();
  if (memory.lookedAt !== null && Math.abs(from - memory.lookedAt) < lookSeconds * 1000) return;
  for (let resumed = 0; resumed < resumedMax; resumed++) {
    const now = ports.clock.now();
    const heldAtMost = secondsAfter(now, tickHoldSecondsMax);
    const held = await ports.storage.schedules.resume({ now, heldUntil: heldUntil(now, 'work'), heldAtMost });
    memory.lookedAt = from;
    if (!held) return;
    const schedule = schedules.find(({ name }) => name === held.schedule);
    if (schedule) await goOn(ports, schedule, held, memory);
    else if (now.getTime() - held.at.getTime() > unknownHours * 3_600_000) {
      await ports.storage.schedules.advance(held, null);
    }
    if (memory.isTurnOver) memory.lookedAt = null;
    if (memory.isTurnOver) return;
  }
}

function heldUntil(now: Date, kind: Schedule['kind']): Date {
  return secondsAfter(now, turns[kind].holdSeconds);
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
