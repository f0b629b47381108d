// The right to make one write at the provider: what its holder is about to send, and what becomes of a write that fails.
import type { RetentionMode } from '../../domain/connection.ts';
import { type ErrorCode, type ErrorSnapshot, ServiceError } from '../../domain/errors.ts';
import type { WriteAttempt, Writer } from '../../domain/idempotency.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** A write at the provider that is under way. */
export interface LedgerWrite {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly claim: WriteClaim;
}

/** Lets its holder send. It ends with the stored answer or with `fail`. */
export interface WriteClaim {
  readonly writer: Writer;
  /** What an earlier holder had begun to send without learning how it ended. */
  readonly earlier: WriteAttempt | null;
  /** What this holder was about to send last; null before `attempt`. */
  attempted(): WriteAttempt | null;
  /**
   * Stores what is about to be sent: from here on the work may have happened. Throws when somebody else holds the claim by
   * now. An attempt other than the earlier one says that the earlier one certainly did nothing.
   */
  attempt(next: WriteAttempt): Promise<void>;
  /** The provider's idempotency key of one step of this write (64 hex digits). */
  providerKey(owner: string, step: string): string;
  /** Stores the refusal, frees the claim where nothing happened, or leaves it to the next holder. Returns the error. */
  fail(error: unknown): Promise<unknown>;
}

/** A claim as it is stored: with an Idempotency-Key or with a step. */
export interface StoredClaim extends Pick<WriteClaim, 'writer' | 'earlier' | 'attempt'> {
  /** What the provider's keys are made of. */
  readonly key: string;
  end(verdict: Verdict, error: unknown): Promise<unknown>;
}

export function heldClaim({ digester }: Pick<CorePorts, 'digester'>, stored: StoredClaim): WriteClaim {
  const { writer, earlier, key } = stored;
  let attempted: WriteAttempt | null = null;
  let uncertain = earlier !== null;
  return {
    writer,
    earlier,
    attempted: () => attempted,
    async attempt(next) {
      await stored.attempt(next);
      attempted = next;
      uncertain = earlier?.firstSentAt.getTime() === next.firstSentAt.getTime();
    },
    providerKey: (owner, step) => digester.sha256(`${owner}|${key}|${step}`),
    async fail(error) {
      const failure = { error, attempted: earlier !== null || attempted !== null, uncertain };
      await stored.end(verdict(failure), error);
      return withOutcome(failure);
    },
  };
}

export function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  });
}

/** How a write failed. */
export interface WriteFailure {
  readonly error: unknown;
  /** Whether the provider may have been called with the write, now or by an earlier holder of the claim. */
  readonly attempted: boolean;
  /** Whether an earlier holder's write may still have happened. */
  readonly uncertain: boolean;
}

/**
 * store: the provider's own answer, given again to every repetition · release: nothing happened, the claim is free ·
 * suspend: nobody knows, the next holder of the claim takes over.
 */
export type Verdict = 'store' | 'release' | 'suspend';

export function verdict({ error, attempted, uncertain }: WriteFailure): Verdict {
  if (!attempted) return 'release';
  if (isAnswer(error)) return 'store';
  if (!(error instanceof ServiceError) || uncertain) return 'suspend';
  // An outage that does not say so itself, after the write was begun, leaves open what became of it.
  const { outcome = saysOutcome.has(error.code) ? 'unknown' : 'not_applied' } = error.details;
  return outcome === 'unknown' ? 'suspend' : 'release';
}

const answers: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT']);

/** The same codes without the provider's answer are refusals of our own, which say nothing of an earlier attempt. */
function isAnswer(error: unknown): error is ServiceError {
  return error instanceof ServiceError && answers.has(error.code) && error.details.providerError !== undefined;
}

const saysOutcome: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'RATE_LIMITED',
]);

/** The error with the `outcome` of the whole write: what this call certainly did not do, an earlier one may have. */
export function withOutcome(failure: WriteFailure): unknown {
  const { error } = failure;
  if (!(error instanceof ServiceError)) return error;
  const { outcome: stated, providerError } = error.details;
  // A refusal of our own that says so, such as that the record is busy.
  const isOwn = stated !== undefined && providerError === undefined;
  if (!saysOutcome.has(error.code) && !isOwn) return error;
  const outcome = verdict(failure) === 'suspend' ? 'unknown' : 'not_applied';
  if (stated === outcome) return error;
  return new ServiceError(error.code, error.message, { ...error.details, outcome }, error);
}

/** What is stored of the refusal by the provider. A connection with zero retention stores none of its words: they quote the record. */
export function storedRefusal({ code, message, details }: ServiceError, retentionMode: RetentionMode): ErrorSnapshot {
  if (retentionMode === 'cached' || !details.providerError) return { code, message, details };
  return {
    code,
    message: code === 'NOT_FOUND' ? message : 'the provider refused the request',
    details: { ...details, providerError: { ...details.providerError, messages: [] } },
  };
}
