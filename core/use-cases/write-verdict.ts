import type { RetentionMode } from '../domain/connection.ts';
import { type ErrorCode, type ErrorSnapshot, ServiceError } from '../domain/errors.ts';

/** How a write under an Idempotency-Key failed. */
export interface WriteFailure {
  readonly error: unknown;
  /** Whether the provider may have been called with the write, now or by an earlier request with the key. */
  readonly attempted: boolean;
  /** Whether an earlier request's write may still have happened. */
  readonly uncertain: boolean;
}

/**
 * store: the provider's own answer, given again to every repetition · release: nothing happened, the key is free ·
 * suspend: nobody knows, the next request with the key takes over.
 */
export function verdict({ error, attempted, uncertain }: WriteFailure): 'store' | 'release' | 'suspend' {
  if (!attempted) return 'release';
  if (isAnswer(error)) return 'store';
  if (!(error instanceof ServiceError) || uncertain) return 'suspend';
  return outcomeNow(error) === 'unknown' ? 'suspend' : 'release';
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

/** An outage that does not say so itself, after the write was begun, leaves open what became of it. */
function outcomeNow({ code, details }: ServiceError): 'not_applied' | 'unknown' {
  return details.outcome ?? (saysOutcome.has(code) ? 'unknown' : 'not_applied');
}

/**
 * The error with the `outcome` of the whole write. That this request's own call certainly did nothing is no comfort
 * while an earlier one may have.
 */
export function withOutcome({ error, attempted, uncertain }: WriteFailure): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { outcome: stated, providerError } = error.details;
  // A refusal of our own that says so, such as that the record is busy.
  const isOwn = stated !== undefined && providerError === undefined;
  if (!saysOutcome.has(error.code) && !isOwn) return error;
  const outcome = uncertain || (attempted && outcomeNow(error) === 'unknown') ? 'unknown' : 'not_applied';
  if (error.details.outcome === outcome) return error;
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
