// A key that is held: what its holder has begun to send, and how the write ends.
import type { RetentionMode } from '../domain/connection.ts';
import { type ErrorCode, type ErrorSnapshot, ServiceError } from '../domain/errors.ts';
import type { IdempotencyClaim, IdempotencyScope, ProducedRecord, WriteAttempt } from '../domain/idempotency.ts';
import type { Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import type { Ledger } from './open-ledger.ts';

/** What a write under a key ends with. */
export interface WriteAnswer<T> {
  /** What a replay needs to give the same answer; no accounting data for connections that store none. */
  readonly forReplay: Json;
  /** Runs in the transaction that stores the answer; what it throws undoes both. */
  apply(stores: Stores): Promise<T>;
}

/** Lets its holder work. Exactly one of `answer` and `fail` ends it. */
export interface WriteClaim {
  readonly scope: IdempotencyScope;
  /** What an earlier holder had begun to send without learning how it ended. */
  readonly earlier: WriteAttempt | null;
  /** What this holder was about to send last; null before `recordAttempt`. */
  attempted(): WriteAttempt | null;
  /**
   * Must be called right before the provider is: from here on the work may have happened. Throws
   * IDEMPOTENCY_IN_PROGRESS when another request holds the key by now. An attempt other than the earlier one says that
   * the earlier one certainly did nothing.
   */
  recordAttempt(attempt: WriteAttempt): Promise<void>;
  /** Names the record that a create ended with, so that no other write takes it for its own. */
  produced(record: ProducedRecord): void;
  /** The provider's idempotency key of one step of this write (64 hex digits). */
  providerKey(connectionId: string, step: string): string;
  /** Stores the answer and resolves to what `apply` does. Throws IDEMPOTENCY_IN_PROGRESS, and stores nothing, when another request holds the key by now. */
  answer<T>(answer: WriteAnswer<T>): Promise<T>;
  /** Stores the refusal, frees the key where nothing happened, or leaves it to the next request. Gives the error. */
  fail(error: unknown): Promise<unknown>;
}

/** A write at the provider that is under way. */
export interface LedgerWrite {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly claim: WriteClaim;
}

/** Of a connection with zero retention not even the words of a refusal are stored. */
export function holdKey(
  { storage, digester }: CorePorts,
  scope: IdempotencyScope,
  claimed: Extract<IdempotencyClaim, { leaseToken: string }>,
  retentionMode: RetentionMode,
): WriteClaim {
  const { leaseToken, attempt: earlier } = claimed;
  let attempt: WriteAttempt | null = null;
  let uncertain = earlier !== null;
  let produced: ProducedRecord | null = null;
  return {
    scope,
    earlier,
    attempted: () => attempt,
    async recordAttempt(next) {
      if (!(await storage.idempotency.recordAttempt(scope, leaseToken, next))) throw inProgress();
      attempt = next;
      uncertain = earlier?.firstSentAt.getTime() === next.firstSentAt.getTime();
    },
    produced(record) {
      produced = record;
    },
    providerKey: (connectionId, step) => digester.sha256(`${connectionId}|${scope.environment}|${scope.key}|${step}`),
    answer: ({ forReplay, apply }) =>
      storage.transaction(async (stores) => {
        const applied = await apply(stores);
        // Another request holds the key or has adopted the record by now: its answer counts, and nothing of this one does.
        if (!(await stores.idempotency.answer(scope, leaseToken, { ok: true, value: forReplay }, produced))) {
          throw inProgress();
        }
        return applied;
      }),
    async fail(error) {
      const failure = { error, attempted: earlier !== null || attempt !== null, uncertain };
      const decision = verdict(failure);
      if (decision === 'release') await storage.idempotency.release(scope, leaseToken);
      if (decision === 'suspend') await storage.idempotency.suspend(scope, leaseToken);
      if (decision === 'store' && error instanceof ServiceError) {
        const refusal = { ok: false, error: storedRefusal(error, retentionMode) } as const;
        await storage.idempotency.answer(scope, leaseToken, refusal, null);
      }
      return withOutcome(failure);
    },
  };
}

export function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  });
}

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

/** The error with the `outcome` of the whole write: what this call certainly did not do, an earlier one may have. */
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
