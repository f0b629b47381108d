import type { Operation } from '../domain/operation.ts';
import type { HeldTick, Rhythm } from '../domain/schedule.ts';

/** Works part by part; a tick that comes while an earlier one is at work adds nothing. */
export interface Schedule extends Rhythm {
  readonly name: string;
  /** Runs outside any transaction, and again after a crash that came before how far it got was stored. */
  part(tick: HeldTick): Promise<SchedulePart>;
}

export interface SchedulePart {
  /** Queued in the transaction that stores how far the tick got. */
  readonly operations?: readonly Operation[];
  /** Where the next part begins; null when this was the last. */
  readonly next: string | null;
  /** How long to leave the rest alone. */
  readonly pauseSeconds?: number;
}
