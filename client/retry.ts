// Decides whether and when a failed try is repeated. All tries of a write have the same Idempotency-Key, so the write
// happens only once.
import type { LedgerportError } from './errors.ts';

/** The call rejects at once when the service asks for a longer wait. */
const longestWaitSeconds = 60;
const longestBackoff = 16;

export interface RetryRule {
  readonly maxRetries: number;
  /** The first wait; doubled for each try, at most sixteenfold. */
  readonly backoffMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Returns the milliseconds until the next try; undefined when `attempt` (from 1) was the last. */
export function retryDelayMs(error: LedgerportError, attempt: number, rule: RetryRule): number | undefined {
  if (attempt > rule.maxRetries || !mayHelp(error)) return undefined;
  const { retryAfterSeconds = 0 } = error;
  if (retryAfterSeconds > longestWaitSeconds) return undefined;
  const backoff = rule.backoffMs * Math.min(2 ** (attempt - 1), longestBackoff);
  // Half of it is random, so that callers who failed together do not return together.
  return retryAfterSeconds * 1000 + backoff * (0.5 + 0.5 * rule.random());
}

/** An unknown outcome may become known: the same key gets the stored answer or resolves the write. */
function mayHelp({ code, retryable, outcome }: LedgerportError): boolean {
  return code !== 'ABORTED' && (retryable || outcome === 'unknown');
}
