/** Failed sign-ins with one e-mail address, whether or not a member has it. */
export interface SignInFailures {
  readonly failures: number;
  readonly beganAt: Date;
  readonly latestAt: Date;
}

/** Ten failures within fifteen minutes lock an account for fifteen (decisions, 4). */
export const failuresMost = 10;
export const failureWindowSeconds = 15 * 60;

/** Seconds until a further try is allowed; 0 when it is now. */
export function lockedSeconds(seen: SignInFailures | undefined, now: Date): number {
  if (!seen || seen.failures < failuresMost) return 0;
  const until = seen.latestAt.getTime() + failureWindowSeconds * 1000;
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

/** With one more try, which counts as failed until it succeeds: tries at the same time cannot go round the bound. */
export function withTry(seen: SignInFailures | undefined, now: Date): SignInFailures {
  const isOver = !seen || seen.beganAt.getTime() + failureWindowSeconds * 1000 <= now.getTime();
  const wasLocked = seen !== undefined && seen.failures >= failuresMost;
  if (isOver || wasLocked) return { failures: 1, beganAt: now, latestAt: now };
  return { failures: seen.failures + 1, beganAt: seen.beganAt, latestAt: now };
}
