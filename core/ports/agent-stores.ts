import type { IdempotencyScope } from '../domain/idempotency.ts';
import type { ConnectionId } from '../domain/ids.ts';
import type { LookAlike } from '../domain/look-alike.ts';
import type { CopyPlace } from './record-stores.ts';

/** What resembles what in the books of a connection. Proven by contract-tests/agent-stores.contract.ts. */
export interface LookAlikeStore {
  /**
   * Locks the fingerprints until the transaction ends, so that of two creates that look the same the second sees the first;
   * only inside a transaction.
   */
  lock(connectionId: ConnectionId, fingerprints: readonly string[], now: Date): Promise<void>;
  /** When a fingerprint was last locked; undefined for one that nobody locked in the time that locks are kept. */
  lockedAt(connectionId: ConnectionId, fingerprint: string): Promise<Date | undefined>;
  /** Those with one of the fingerprints since `since`, newest first, at most 500. */
  find(connectionId: ConnectionId, fingerprints: readonly string[], since: Date): Promise<readonly LookAlike[]>;
  /** Fingerprints that several have since `since`, those with the newest first, at most `limit`. */
  shared(connectionId: ConnectionId, since: Date, limit: number): Promise<readonly string[]>;
  /**
   * Stores those whose subject and fingerprint are not stored yet, and leaves the others as they are, but for one that was
   * seen in the books before its write was known: it becomes its write's.
   */
  put(lookAlikes: readonly LookAlike[]): Promise<void>;
  /** Gives the subjects that are stored other fingerprints, each one; they keep their time. */
  renew(
    connectionId: ConnectionId,
    changed: readonly Pick<LookAlike, 'subject' | 'fingerprint' | 'currency' | 'accounts'>[],
  ): Promise<void>;
  /** Removes all of these subjects. */
  remove(connectionId: ConnectionId, subjects: readonly string[]): Promise<void>;
  /**
   * Of records that are about to be cached those that are new in their books: no copy is stored of them, although their
   * connection's first walk of the family has ended.
   */
  unseen<P extends CopyPlace>(places: readonly P[]): Promise<readonly P[]>;
}

/** What one write has reserved of a day. */
export interface Reservation {
  /** The write: its Idempotency-Key's or its operation's. */
  readonly owner: string;
  readonly connectionId: ConnectionId;
  readonly lineageId: string;
  /** When it begins, UTC. */
  readonly day: Date;
  /** Empty for the number of writes. */
  readonly currency: string;
  /** Exact decimal text. */
  readonly amount: string;
  readonly writes: number;
  /** `open`: its write may still turn out to have done nothing. */
  readonly state: 'open' | 'kept';
  readonly scope: Pick<IdempotencyScope, 'organizationId' | 'environment'>;
}

export interface DaySpent {
  readonly currency: string;
  readonly amount: string;
  readonly writes: number;
}

/** What the keys of agents have spent. Proven by contract-tests/agent-stores.contract.ts. */
export interface AgentSpendingStore {
  /** What the day has spent, locked until the transaction ends; only inside a transaction. */
  lockDay(lineageId: string, day: Date): Promise<readonly DaySpent[]>;
  /** As `lockDay`, without a lock. */
  ofDay(lineageId: string, day: Date): Promise<readonly DaySpent[]>;
  /** Replaces the day's sums of these currencies. Call it under the lock. */
  putDay(lineageId: string, day: Date, sums: readonly DaySpent[]): Promise<void>;
  put(reservations: readonly Reservation[]): Promise<void>;
  ofOwner(owner: string): Promise<readonly Reservation[]>;
  /** Open ones of the day, oldest first, at most 1,000. */
  open(lineageId: string, day: Date): Promise<readonly Reservation[]>;
  /** Removes them, or keeps them for good. */
  settle(owner: string, as: 'kept' | 'removed'): Promise<void>;
}
