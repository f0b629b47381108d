// Fires schedules that are due, each tick once in the whole fleet. The worker that takes a tick does its work; if that
// worker is lost, another continues.
import { secondsAfter } from '../domain/backoff.ts';
import type { Operation } from '../domain/operation.ts';
import { type HeldTick, latestTick, type Rhythm, type ScheduleTick, tickHoldSecondsMax } from '../domain/schedule.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'log' | 'wakeUp'>;

/** Works part by part. A tick is dropped while an earlier one of its schedule is unfinished. */
export interface Schedule extends Rhythm {
  readonly name: string;
  /** Runs outside any transaction; a crash before its progress is stored makes it run again. */
  part(tick: HeldTick): Promise<SchedulePart>;
}

interface SchedulePart {
  /** Queued in the transaction that stores the tick's progress. */
  readonly operations?: readonly Operation[];
  /** Runs in the same transaction, before the operations are queued. */
  readonly also?: (stores: Stores) => Promise<void>;
  /** Where the next part begins; null when this was the last. */
  readonly next: string | null;
  /** How long to wait before the next part. */
  readonly pauseSeconds?: number;
}

/** Longer than a part may take: after this, another worker repeats the part of a lost one. */
const holdSeconds = 300;
/** After this many parts of one tick, the other schedules have their turn. */
const partsMax = 5;
/** How often a process looks for ticks whose worker was lost. */
const lookSeconds = 30;
const resumedMax = 10;
/** A tick of a schedule that this build does not know is left to other builds for this long. */
const unknownHours = 24;

interface Memory {
  /** The last tick that was tried for each schedule: it is taken by now, or a later one is. */
  readonly asked: Map<string, number>;
  lookedAt: number | null;
  /** True if a tick of this call has more to do, which the next call continues. */
  isTurnOver: boolean;
}

/**
 * Call it every few seconds, from any number of workers; returns how many ticks this call fired. Rejects with the first
 * failure; what is due then fires at a later call, and an unfinished tick continues when its holder's time is over.
 */
export function runSchedules(ports: Ports, schedules: readonly Schedule[]) {
  const memory: Memory = { asked: new Map(), lookedAt: null, isTurnOver: false };
  return async (): Promise<number> => {
    let fired = 0;
    memory.isTurnOver = false;
    for (const schedule of schedules) {
      const tick = { schedule: schedule.name, at: latestTick(schedule, ports.clock.now()) };
      if (memory.asked.get(schedule.name) === tick.at.getTime()) continue;
      if (await fire(ports, schedule, tick, memory)) fired += 1;
    }
    if (memory.isTurnOver) memory.lookedAt = null;
    else await resumeLost(ports, schedules, memory);
    return fired;
  };
}

async function fire(ports: Ports, schedule: Schedule, tick: ScheduleTick, memory: Memory): Promise<boolean> {
  const { schedules } = ports.storage;
  const now = ports.clock.now();
  const held = await schedules.take(tick, { firedAt: now, heldUntil: secondsAfter(now, holdSeconds) });
  memory.asked.set(schedule.name, tick.at.getTime());
  if (!held) return false;
  if (await schedules.hasOther(held)) await schedules.advance(held, null);
  else await goOn(ports, schedule, held, memory);
  return true;
}

/** Works on a tick part by part, until its turn is over. */
async function goOn(ports: Ports, schedule: Schedule, first: HeldTick, memory: Memory): Promise<void> {
  let held: HeldTick | null = first;
  for (let part = 0; held && part < partsMax; part++) held = await nextPart(ports, schedule, held);
  if (!held) return;
  await saveProgress(ports.storage, held, held.progress, ports.clock.now());
  memory.isTurnOver = true;
}

/** Also null when a pause follows; any worker continues after the pause. */
async function nextPart(ports: Ports, schedule: Schedule, held: HeldTick): Promise<HeldTick | null> {
  const { storage, clock, wakeUp } = ports;
  const { operations = [], also, next, pauseSeconds = 0 } = await schedule.part(held);
  const until = secondsAfter(clock.now(), Math.min(pauseSeconds || holdSeconds, tickHoldSecondsMax));
  const left = await storage.transaction(async (stores) => {
    const saved = await saveProgress(stores, held, next, until);
    await also?.(stores);
    if (operations.length > 0) await stores.operations.insertCoalesced(operations);
    return saved;
  });
  if (operations.length > 0) wakeUp.signal();
  return pauseSeconds > 0 ? null : left;
}

/** Throws if another worker has taken the tick over; that rolls this transaction back. */
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
    const held = await ports.storage.schedules.resume(now, secondsAfter(now, holdSeconds));
    memory.lookedAt = from;
    if (!held) return;
    const schedule = schedules.find(({ name }) => name === held.schedule);
    if (schedule) await goOn(ports, schedule, held, memory);
    else if (secondsAfter(held.at, unknownHours * 3600) < now) await ports.storage.schedules.advance(held, null);
    if (!memory.isTurnOver) continue;
    memory.lookedAt = null;
    return;
  }
}
