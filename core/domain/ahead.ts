/** Clocks differ by at most this; a time farther ahead was written by a wrong clock. */
export const aheadMsMax = 60_000;

export function isAhead(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > aheadMsMax;
}
