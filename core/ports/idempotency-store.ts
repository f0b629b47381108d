import type {
  IdempotencyClaim,
  IdempotencyScope,
  ProducedRecord,
  RecordPlace,
  StoredAnswer,
  WriteAttempt,
} from '../domain/idempotency.ts';
import type { ConnectionId } from '../domain/ids.ts';

/** Lets one request of each key write, and gives its answer to all others. Proven by contract-tests/idempotency-store.contract.ts. */
export interface IdempotencyStore {
  /**
   * Of any number of simultaneous claims, one is `claimed`. A key that is past `expiresAt` is as if it never was.
   * `connectionId`, whose documents the answer may contain, is stored with the key.
   */
  claim(
    scope: IdempotencyScope,
    request: {
      fingerprint: string;
      connectionId: ConnectionId | null;
      leaseToken: string;
      now: Date;
      leaseUntil: Date;
      expiresAt: Date;
    },
  ): Promise<IdempotencyClaim>;
  /** Stores the attempt that is about to be sent; false when the lease was lost. */
  recordAttempt(scope: IdempotencyScope, leaseToken: string, attempt: WriteAttempt): Promise<boolean>;
  /**
   * Stores the answer for good and, for a create, which record it created. False, and nothing is stored, when the lease was
   * lost or another write has adopted the record that this one adopts.
   */
  answer(
    scope: IdempotencyScope,
    leaseToken: string,
    answer: StoredAnswer,
    produced: ProducedRecord | null,
  ): Promise<boolean>;
  /** Nothing was written: the key may be used as if for the first time. */
  release(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** The result is unknown: the next request with the key takes over and gets the attempt. */
  suspend(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** Those of the records that other keys created, of any organization and environment. */
  producedByOthers(
    place: RecordPlace,
    providerIds: readonly string[],
    scope: IdempotencyScope,
  ): Promise<ReadonlySet<string>>;
  /** Creates under other keys that were begun after `after` and by `until` and have no answer, at most `limit`. */
  openCreates(
    place: RecordPlace,
    begun: { after: Date; until: Date },
    scope: IdempotencyScope,
    limit: number,
  ): Promise<readonly WriteAttempt[]>;
}
