// Why the worker claims nothing, or less.
import { type ClaimRoom, type Log, workLanes } from '#core';

export const holdReasons = ['draining', 'clock', 'schema', 'database_down', 'overloaded'] as const;
export type HoldReason = (typeof holdReasons)[number];

export type Hold = ReturnType<typeof createHold>;

const firstPauseMs = 100;

/** `onRelease` hears when a reason has gone. */
export function createHold(log: Log, longestPauseMs: number, onRelease: () => void = () => {}) {
  const held = new Set<HoldReason>();
  let failures = 0;
  /** Adds or removes a reason; true when that changed something. */
  const set = (reason: HoldReason, holds: boolean): boolean => {
    if (holds === held.has(reason)) return false;
    if (holds) held.add(reason);
    else held.delete(reason);
    if (!holds) onRelease();
    return true;
  };
  return {
    set,
    has: (reason: HoldReason): boolean => held.has(reason),
    reasons: (): readonly HoldReason[] => holdReasons.filter((reason) => held.has(reason)),
    /** What may be claimed of the room; `idle` says that nothing runs. */
    narrowed: (room: ClaimRoom, idle: boolean): ClaimRoom => {
      if (held.has('draining') || held.has('clock') || held.has('schema')) return cut(room, 0);
      // Memory may be given back only when something ends, so one at a time goes on.
      return held.has('overloaded') ? cut(room, idle ? 1 : 0) : room;
    },
    /** The task's value; undefined when the database did not answer. Logs once when an outage begins and once when it ends. */
    asking: async <T>(task: () => Promise<T>): Promise<T | undefined> => {
      try {
        const value = await task();
        if (set('database_down', false)) log.info('worker reaches the database again', { failures });
        failures = 0;
        return value;
      } catch (error) {
        failures += 1;
        if (set('database_down', true)) log.error('worker cannot reach the database', error);
        return undefined;
      }
    },
    /** How long to wait before the database is asked again: doubles while the outage lasts, up to a bound. */
    outagePauseMs: (): number => Math.min(firstPauseMs * 2 ** Math.min(failures, 16), longestPauseMs),
  };
}

function cut(room: ClaimRoom, most: number): ClaimRoom {
  const lanes = { ...room.lanes };
  for (const lane of workLanes) lanes[lane] = Math.min(lanes[lane], most);
  return { ...room, limit: Math.min(room.limit, most), lanes };
}
