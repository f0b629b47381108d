/**
 * When an e-mail address, or a member who changes the password, was given a wrong one, whether or not there is such a
 * member; oldest first, at most ten.
 */
export type SignInFailures = readonly Date[];

/** Ten failures within fifteen minutes lock an account for fifteen (decisions, 4). */
export const failuresMost = 10;
export const failureWindowSeconds = 15 * 60;

const windowMs = failureWindowSeconds * 1000;

/** Seconds until a further try is allowed; 0 when it is now. */
export function lockedSeconds(seen: SignInFailures, now: Date): number {
  if (seen.length < failuresMost) return 0;
  const latest = Math.max(...seen.map((at) => at.getTime()));
  return Math.max(0, Math.ceil((latest + windowMs - now.getTime()) / 1000));
}

/**
 * With one more try, which counts as failed until it succeeds: tries at the same time cannot go round the bound. The
 * fifteen minutes slide: wherever they begin, ten failures lock. After a lock none is left within them.
 */
export function withTry(seen: SignInFailures, now: Date): SignInFailures {
  return [...seen.filter((at) => at.getTime() > now.getTime() - windowMs), now];
}

/** Without a try that was right after all, or that nobody looked at; what others tried beside it still counts. */
export function withoutTry(seen: SignInFailures, tried: Date): SignInFailures {
  const place = seen.findIndex((at) => at.getTime() === tried.getTime());
  return place < 0 ? seen : seen.filter((_, index) => index !== place);
}
