import type {
  IdempotencyClaim,
  IdempotencyScope,
  ProducedRecord,
  RecordPlace,
  StoredAnswer,
  WriteAttempt,
} from '../domain/idempotency.ts';
import type { ConnectionId } from '../domain/ids.ts';

/** Lets one request a key write, and gives its answer to all others. Proven by contract-tests/idempotency-store.contract.ts. */
export interface IdempotencyStore {
  /**
   * Of any number of simultaneous claims, one is `fresh`. A key stored beyond `expiresAt` is fresh again. Whose documents
   * the key may come to hold, `connectionId`, is stored with it.
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
  /** Stores what is about to be sent; false when the lease was lost. */
  recordAttempt(scope: IdempotencyScope, leaseToken: string, attempt: WriteAttempt): Promise<boolean>;
  /**
   * Stores the answer for good and, for a create, which record it ended with. False when the lease was lost or another
   * write has adopted the record that this one wants to adopt; then nothing is stored.
   */
  answer(
    scope: IdempotencyScope,
    leaseToken: string,
    answer: StoredAnswer,
    produced: ProducedRecord | null,
  ): Promise<boolean>;
  /** Nothing happened: the key may be used as if it never was. */
  release(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** Nobody knows what happened: the next request with the key takes over, with the attempt. */
  suspend(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** Those of the records that creates under other keys, of any organization and environment, ended with. */
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
