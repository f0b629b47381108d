// What becomes of a write that fails, and what its caller is told.
import type { RetentionMode } from '../../domain/connection.ts';
import { type ErrorCode, type ErrorSnapshot, ServiceError } from '../../domain/errors.ts';

export function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  });
}

interface WriteFailure {
  readonly error: unknown;
  /** True if this holder of the claim or an earlier one may have called the provider. */
  readonly isBegun: boolean;
  /** True if an earlier holder's attempt may have happened. */
  readonly isEarlierOpen: boolean;
}

/**
 * `store`: the provider answered, and every repeat gets that answer · `release`: nothing happened, so the claim is free ·
 * `suspend`: the end is unknown, so the next holder of the claim continues.
 */
export type Verdict = 'store' | 'release' | 'suspend';

export function verdict({ error, isBegun, isEarlierOpen }: WriteFailure): Verdict {
  if (!isBegun) return 'release';
  if (isAnswer(error)) return 'store';
  if (!(error instanceof ServiceError) || isEarlierOpen) return 'suspend';
  // After an outage the end of the write is unknown, unless the error states its outcome.
  const { outcome = saysOutcome.has(error.code) ? 'unknown' : 'not_applied' } = error.details;
  return outcome === 'unknown' ? 'suspend' : 'release';
}

const answers: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT']);

/**
 * False for such a code without the provider's answer: our own refusals tell nothing of an earlier attempt. But one with an
 * unknown outcome says that nothing of it is on its way any more. False for a refusal that asks to be repeated, too.
 */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ServiceError) || !answers.has(error.code) || error.retryable) return false;
  const { providerError, outcome } = error.details;
  return providerError !== undefined || outcome === 'unknown';
}

const saysOutcome: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'RATE_LIMITED',
]);

/** The error with the `outcome` of the whole write: an earlier attempt may have done what this call did not. */
export function withOutcome(failure: WriteFailure): unknown {
  const { error } = failure;
  if (!(error instanceof ServiceError) || isAnswer(error)) return error;
  const { outcome: stated } = error.details;
  if (!saysOutcome.has(error.code) && stated === undefined) return error;
  const outcome = verdict(failure) === 'suspend' ? 'unknown' : 'not_applied';
  if (stated === outcome) return error;
  return new ServiceError(error.code, error.message, { ...error.details, outcome }, error);
}

/** The part of the provider's refusal that is stored; under zero retention not its words, because they quote the record. */
export function storedRefusal({ code, message, details }: ServiceError, retentionMode: RetentionMode): ErrorSnapshot {
  if (retentionMode === 'cached' || !details.providerError) return { code, message, details };
  return {
    code,
    message: code === 'NOT_FOUND' ? message : 'the provider refused the request',
    details: { ...details, providerError: { ...details.providerError, messages: [] } },
  };
}
