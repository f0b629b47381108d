/** Clocks differ by no more: a time that lies farther ahead was written by one that was wrong. */
export const aheadMsMax = 60_000;

/** Such a time. */
export function isAhead(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > aheadMsMax;
}
