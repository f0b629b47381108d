import type { HeldTick, ScheduleTick } from '../domain/schedule.ts';

/** Lets one worker fire a tick. Proven by contract-tests/schedule-store.contract.ts. */
export interface ScheduleStore {
  /**
   * Takes a tick and holds it until `heldUntil`; undefined when it or a later one was taken before (one later than
   * `aheadUntil` does not count). Of any number of simultaneous callers one gets it.
   */
  take(tick: ScheduleTick, taking: { firedAt: Date; heldUntil: Date; aheadUntil: Date }): Promise<HeldTick | undefined>;
  /** Stores the progress of the tick and until when it is held; null ends it. False when this holder has lost it. */
  advance(held: HeldTick, next: { progress: string; heldUntil: Date } | null): Promise<boolean>;
  /** Takes over one unfinished tick whose holder's time ended before `now`, or lasts beyond `heldAtMost`. */
  resume(taking: { now: Date; heldUntil: Date; heldAtMost: Date }): Promise<HeldTick | undefined>;
  /** Whether another tick of the schedule is unfinished. */
  hasOther(tick: ScheduleTick): Promise<boolean>;
}
