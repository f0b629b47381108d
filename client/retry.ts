// Whether a failed try is followed by another, and when. Every try of a write carries the same Idempotency-Key, so none of
// them can do it twice.
import type { LedgerportError } from './errors.ts';

/** A service that asks for more patience than this gets its refusal told at once. */
const longestWaitSeconds = 60;
const longestBackoff = 16;

export interface RetryRule {
  readonly maxRetries: number;
  /** The first wait; doubled by each try, at most sixteenfold. */
  readonly backoffMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Milliseconds until the next try; undefined when `attempt` (from 1) was the last. */
export function retryDelayMs(error: LedgerportError, attempt: number, rule: RetryRule): number | undefined {
  if (attempt > rule.maxRetries || !mayHelp(error)) return undefined;
  const { retryAfterSeconds = 0 } = error;
  if (retryAfterSeconds > longestWaitSeconds) return undefined;
  const backoff = rule.backoffMs * Math.min(2 ** (attempt - 1), longestBackoff);
  // Half of it by chance, so that callers who failed together do not come back together.
  return retryAfterSeconds * 1000 + backoff * (0.5 + 0.5 * rule.random());
}

/** What is unknown may become known: the same key again gets the kept answer, or resolves the write. */
function mayHelp({ code, retryable, outcome }: LedgerportError): boolean {
  return code !== 'ABORTED' && (retryable || outcome === 'unknown');
}
