/** How soon to ask again: soon while something runs, else rarely, and ever more rarely after failures. */
const busyMs = 2_000;
const idleMs = 15_000;
const mostMs = 120_000;

interface PollState {
  /** True while something shown is in progress. */
  readonly busy: boolean;
  /** Consecutive failures. */
  readonly failures: number;
  /** From `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
}

export function nextPollMs({ busy, failures, retryAfterSeconds = 0 }: PollState): number {
  const base = busy && failures === 0 ? busyMs : idleMs;
  return Math.max(Math.min(base * 2 ** failures, mostMs), retryAfterSeconds * 1000);
}
