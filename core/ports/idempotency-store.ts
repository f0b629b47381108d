import type { IdempotencyClaim, IdempotencyScope, KeptAnswer, WriteAttempt } from '../domain/idempotency.ts';

/** Lets one request a key write, and gives its answer to all others. Proven by contract-tests/idempotency-store.contract.ts. */
export interface IdempotencyStore {
  /** Of any number of simultaneous claims, one is `fresh`. A key kept beyond `expiresAt` is fresh again. */
  claim(
    scope: IdempotencyScope,
    request: { fingerprint: string; leaseToken: string; now: Date; leaseUntil: Date; expiresAt: Date },
  ): Promise<IdempotencyClaim>;
  /** Keeps what is about to be sent; false when the lease was lost. */
  recordAttempt(scope: IdempotencyScope, leaseToken: string, attempt: WriteAttempt): Promise<boolean>;
  /** Keeps the answer for good; false when the lease was lost. */
  answer(scope: IdempotencyScope, leaseToken: string, answer: KeptAnswer): Promise<boolean>;
  /** Nothing happened: the key may be used as if it never was. */
  release(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** Nobody knows what happened: the next request with the key takes over, with the attempt. */
  suspend(scope: IdempotencyScope, leaseToken: string): Promise<void>;
}
