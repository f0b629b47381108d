import type { HeldTick, ScheduleTick } from '../domain/schedule.ts';

/** Lets one worker fire a tick. Proven by contract-tests/schedule-store.contract.ts. */
export interface ScheduleStore {
  /**
   * Takes a tick, held until `heldUntil`; undefined when it was taken before or a later one was (one that is later than
   * `aheadUntil` does not count). Of any number of simultaneous takers one gets it.
   */
  take(tick: ScheduleTick, taking: { firedAt: Date; heldUntil: Date; aheadUntil: Date }): Promise<HeldTick | undefined>;
  /** Keeps how far the tick got and until when it is held; null ends it. False when it is no longer held so. */
  advance(held: HeldTick, next: { progress: string; heldUntil: Date } | null): Promise<boolean>;
  /** Takes over one tick that is not done and whose holder's time has passed by `now`, or reaches beyond `heldAtMost`. */
  resume(taking: { now: Date; heldUntil: Date; heldAtMost: Date }): Promise<HeldTick | undefined>;
  /** Whether another tick of the schedule is not done. */
  hasOther(tick: ScheduleTick): Promise<boolean>;
}
