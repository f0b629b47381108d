// Work that comes by the clock: when a schedule fires, and what is known of one firing.

/** Fires at every multiple of `everyMs` since 1970, moved by `offsetMs`. */
export interface Rhythm {
  readonly everyMs: number;
  readonly offsetMs: number;
}

/** One moment at which a schedule fires, once in the whole fleet. */
export interface ScheduleTick {
  readonly schedule: string;
  readonly at: Date;
}

/** A tick that one worker is busy with; when `heldUntil` has passed, another goes on behind `progress`. */
export interface HeldTick extends ScheduleTick {
  /** How far its work got; null at the start. */
  readonly progress: string | null;
  readonly heldUntil: Date;
}

/** The longest that a tick may be held. */
export const tickHoldSecondsMax = 1_800;

/** The last tick at or before `now`: of ticks that were missed, only this one counts. */
export function latestTick({ everyMs, offsetMs }: Rhythm, now: Date): Date {
  return new Date(Math.floor((now.getTime() - offsetMs) / everyMs) * everyMs + offsetMs);
}
