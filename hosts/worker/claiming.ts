// One claim at a time, as many as there is room for; again at once while more is due, else asleep until something changes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClaimRoom, type Core, workLanes } from '#core';
import type { Alarm } from './alarm.ts';
import { createAlarm } from './alarm.ts';
import type { Gate } from './gate.ts';
import type { WorkerObserver } from './observer.ts';
import type { Outage } from './outage.ts';
import type { Pulse } from './pulse.ts';
import type { LaneCounts, Slots } from './slots.ts';

export interface ClaimingOptions {
  readonly worker: Pick<Core['worker'], 'claim' | 'nextDueAt'>;
  readonly slots: Slots;
  readonly gate: Gate;
  readonly outage: Outage;
  readonly observer: WorkerObserver;
  readonly pulse: Pulse;
  /** Rung when a slot became free or the gate moved. */
  readonly alarm: Alarm;
  readonly now: () => Date;
  /** The longest sleep: a lost wake-up costs no more. */
  readonly pollMs: number;
}

export interface Claiming {
  /** There may be new work. */
  news(): void;
  /** Ends after the claim that is under way; what it brings is started as stopped. */
  stop(): Promise<void>;
}

/** Claims that bring nothing keep a distance that doubles: work may be due and not to be had, e.g. of a busy connection. */
const longestGapMs = 256;
/** The same when a wake-up told of work. */
const newsGapMs = 4;
/**
 * A claim costs the database about the same however much it brings, so one is followed by a pause
 * as long as it took: what ends meanwhile is replaced in one.
 */
const longestPaceMs = 20;
/** The next due time is asked for no more often. */
const dueAskedEveryMs = 250;

interface State {
  stopping: boolean;
  /** A wake-up came since the last claim. */
  news: boolean;
  /** Claims in a row that brought nothing. */
  empties: number;
  endedMs: number;
  /** How long the last one took, within a bound. */
  tookMs: number;
  /** Nothing was due in the lanes that have nothing running, when last looked. */
  idleLanesEmpty: boolean;
}

export function startClaiming(options: ClaimingOptions): Claiming {
  const { alarm, pulse, pollMs, outage } = options;
  const rest = createAlarm();
  const state: State = { stopping: false, news: true, empties: 0, endedMs: 0, tookMs: 0, idleLanesEmpty: false };
  const untilDue = dueTimes(options);

  const sleep = async (ms: number): Promise<void> => {
    pulse.beat('claiming', ms);
    if (!(await alarm.wait(ms))) state.idleLanesEmpty = false;
  };
  const round = async (): Promise<void> => {
    // What ends together is replaced together.
    await nextTurn();
    let room = roomNow(options, state);
    if (room.limit === 0) return sleep(pollMs);
    const emptyMs = Math.min(2 ** state.empties - 1, state.news ? newsGapMs : longestGapMs);
    const gapMs = state.endedMs + Math.max(emptyMs, state.tookMs) - performance.now();
    if (gapMs > 0) await rest.wait(gapMs);
    if (gapMs > 0) room = roomNow(options, state);
    const claimed = await claimOnce(options, state, room);
    if (claimed === undefined) return void (await rest.wait(outage.pauseMs()));
    const mayLeaveSome = claimed >= room.limit;
    if (!mayLeaveSome && !state.stopping) await sleep(await untilDue());
  };
  const ended = (async () => {
    while (!state.stopping) {
      pulse.beat('claiming', 0);
      await round();
    }
  })();
  return {
    news: () => {
      state.news = true;
      state.idleLanesEmpty = false;
      alarm.ring();
    },
    stop: () => {
      state.stopping = true;
      alarm.ring();
      rest.ring();
      return ended;
    },
  };
}

function roomNow({ slots, gate }: ClaimingOptions, state: State): ClaimRoom {
  const busy = slots.running();
  const idle = workLanes.every((lane) => busy[lane] === 0 && slots.parked()[lane] === 0);
  const room = gate.narrowed(slots.room(), idle);
  return state.idleLanesEmpty && isForIdleLanes(room, busy) ? { ...room, limit: 0 } : room;
}

/** Only what is set aside for lanes without work is left: not worth a claim for every slot that becomes free. */
function isForIdleLanes(room: ClaimRoom, busy: LaneCounts): boolean {
  return (
    workLanes.some((lane) => busy[lane] > 0) && workLanes.every((lane) => busy[lane] === 0 || room.lanes[lane] === 0)
  );
}

/** How many came; undefined when the database did not answer. */
async function claimOnce(options: ClaimingOptions, state: State, room: ClaimRoom): Promise<number | undefined> {
  const { worker, slots, outage, observer } = options;
  const forIdleLanes = isForIdleLanes(room, slots.running());
  state.news = false;
  const askedAtMs = performance.now();
  const claimed = await outage.guard(() => worker.claim(room));
  state.endedMs = performance.now();
  if (!claimed) {
    observer.claimFailed();
    return undefined;
  }
  observer.claimed(claimed, state.endedMs - askedAtMs);
  for (const leased of claimed) slots.start(leased, askedAtMs, state.stopping ? 'shutdown' : undefined);
  state.tookMs = Math.min(state.endedMs - askedAtMs, longestPaceMs);
  if (claimed.length > 0) state.empties = 0;
  else if (!forIdleLanes) state.empties = Math.min(state.empties + 1, 16);
  if (claimed.length < room.limit) state.idleLanesEmpty = !state.news;
  return claimed.length;
}

/** How long to sleep when nothing more can be claimed. */
function dueTimes({ worker, outage, now, pollMs }: ClaimingOptions): () => Promise<number> {
  let dueMs = 0;
  let askedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = performance.now();
    if (dueMs <= nowMs || nowMs - askedMs > dueAskedEveryMs) {
      const due = await outage.guard(() => worker.nextDueAt());
      askedMs = performance.now();
      dueMs = due ? askedMs + due.getTime() - now().getTime() : askedMs + pollMs;
    }
    return Math.min(Math.max(dueMs - performance.now(), 0), pollMs);
  };
}
