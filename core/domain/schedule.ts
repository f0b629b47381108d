/** Fires at every multiple of `everyMs` since 1970, moved by `offsetMs`. */
export interface Rhythm {
  readonly everyMs: number;
  readonly offsetMs: number;
}

/** One firing of a schedule; it happens once in the whole fleet. */
export interface ScheduleTick {
  readonly schedule: string;
  readonly at: Date;
}

/** A tick that one worker has taken; after `heldUntil` another continues from `progress`. */
export interface HeldTick extends ScheduleTick {
  readonly progress: string | null;
  readonly heldUntil: Date;
}

export const tickHoldSecondsMax = 1_800;

/** The last tick at or before `now`; earlier missed ticks are dropped. */
export function latestTick({ everyMs, offsetMs }: Rhythm, now: Date): Date {
  return new Date(Math.floor((now.getTime() - offsetMs) / everyMs) * everyMs + offsetMs);
}
