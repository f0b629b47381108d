/** How soon what is shown is asked for again: soon while something runs, rarely else, ever more rarely while it fails. */
const busyMs = 2_000;
const idleMs = 15_000;
const mostMs = 120_000;

export interface PollState {
  /** Whether something that is shown is still under way. */
  readonly busy: boolean;
  /** Failures in a row. */
  readonly failures: number;
  /** What the service asked for (`Retry-After`). */
  readonly retryAfterSeconds?: number | undefined;
}

export function nextPollMs({ busy, failures, retryAfterSeconds = 0 }: PollState): number {
  const base = busy && failures === 0 ? busyMs : idleMs;
  return Math.max(Math.min(base * 2 ** failures, mostMs), retryAfterSeconds * 1000);
}
