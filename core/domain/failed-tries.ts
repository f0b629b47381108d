import { isAhead } from './ahead.ts';

/** The times of wrong tries, oldest first, at most as many as their bound. */
export type FailedTries = readonly Date[];

/** `most` wrong tries within the window lock the subject for a window after the last. */
export interface TryBound {
  readonly most: number;
  readonly windowSeconds: number;
}

export const signInBound: TryBound = { most: 10, windowSeconds: 15 * 60 };

export function lockedSeconds(seen: FailedTries, now: Date, { most, windowSeconds }: TryBound): number {
  const counted = seen.filter((at) => !isAhead(at, now));
  if (counted.length < most) return 0;
  const latest = Math.max(...counted.map((at) => at.getTime()));
  return Math.max(0, Math.ceil((latest - now.getTime()) / 1000 + windowSeconds));
}

/**
 * Each try counts as failed until it succeeds, so simultaneous tries cannot pass the bound. The window slides, and a lock
 * clears it.
 */
export function withTry(seen: FailedTries, now: Date, { windowSeconds }: TryBound): FailedTries {
  const since = now.getTime() - windowSeconds * 1000;
  return [...seen.filter((at) => at.getTime() > since && !isAhead(at, now)), now];
}

/** Removes a try whose password was right or never checked; simultaneous tries still count. */
export function withoutTry(seen: FailedTries, tried: Date): FailedTries {
  const place = seen.findIndex((at) => at.getTime() === tried.getTime());
  return place < 0 ? seen : seen.filter((_, index) => index !== place);
}
