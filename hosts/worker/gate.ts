// Why the worker claims less than it has room for, or nothing.
import { type ClaimRoom, workLanes } from '#core';

export const holdReasons = [
  'draining',
  'clock',
  'schema',
  'database_down',
  'database_slow',
  'event_loop',
  'memory',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** `shut`: nothing is claimed; `narrow`: a quarter of the room. */
export type HoldStrength = 'narrow' | 'shut';

export interface Gate {
  /** True when the reason did not hold before. */
  hold(reason: HoldReason, strength: HoldStrength): boolean;
  /** True when the reason held until now. */
  release(reason: HoldReason): boolean;
  holds(): ReadonlyMap<HoldReason, HoldStrength>;
  /** What is left of the room; `idle` says that nothing runs. */
  narrowed(room: ClaimRoom, idle: boolean): ClaimRoom;
}

const narrowShare = 0.25;

/** `onChange` hears of every change, so that a gate that opens is used at once. */
export function createGate(onChange: () => void = () => {}): Gate {
  const held = new Map<HoldReason, HoldStrength>();
  return {
    hold: (reason, strength) => {
      const before = held.get(reason);
      held.set(reason, strength);
      if (before !== strength) onChange();
      return before === undefined;
    },
    release: (reason) => {
      const released = held.delete(reason);
      if (released) onChange();
      return released;
    },
    holds: () => held,
    narrowed: (room, idle) => {
      const shutBy = [...held].filter(([, strength]) => strength === 'shut').map(([reason]) => reason);
      if (held.size === 0) return room;
      if (shutBy.length === 0) return cut(room, Math.ceil(room.limit * narrowShare));
      // Memory may be given back only when something is done; were it shut for good, the worker would be.
      const trickle = idle && shutBy.every((reason) => reason === 'memory');
      return cut(room, trickle ? 1 : 0);
    },
  };
}

function cut(room: ClaimRoom, limit: number): ClaimRoom {
  const most = Math.min(limit, room.limit);
  const lanes = { ...room.lanes };
  for (const lane of workLanes) lanes[lane] = Math.min(lanes[lane], most);
  return { ...room, limit: most, lanes };
}
