// Times that cannot be: they lie in the future, and a clock that was wrong has written them.

/** Clocks differ by no more. */
export const aheadMsMax = 60_000;

/** A time that waits for nothing may lie ahead of `now` by no more than clocks differ. */
export function isAhead(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > aheadMsMax;
}
