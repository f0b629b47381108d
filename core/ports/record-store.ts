import type { ConnectionId } from '../domain/ids.ts';
import type { CachedRecord } from '../domain/ledger-record.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { ResourceType } from '../domain/resource.ts';

/** Exact matches only. */
export interface RecordFilter {
  readonly providerId?: string;
  readonly status?: string;
  readonly number?: string;
  readonly externalReference?: string;
  /** Native documents are not read, and are empty. */
  readonly withoutNative?: boolean;
}

/** Stores the cached records of connections. Proven by contract-tests/record-store.contract.ts. */
export interface RecordStore {
  /**
   * Stores each record unless a newer revision of it is stored. The same content again moves `fetchedAt` at most once a
   * minute. Throws NotStorable, and stores none, if the database refuses the content of a record; the transaction can
   * continue without them.
   */
  put(connectionId: ConnectionId, records: readonly CachedRecord[]): Promise<void>;
  /** The ids of those records of a family that bring nothing new: a newer one is stored, or one with the same stamp and fields. */
  unchanged(
    connectionId: ConnectionId,
    type: ResourceType,
    records: readonly CachedRecord[],
  ): Promise<ReadonlySet<string>>;
  /** The ids of a family's records that were fetched before `at`. */
  fetchedBefore(connectionId: ConnectionId, type: ResourceType, at: Date): Promise<readonly string[]>;
  /** Removes these records of a family unless they were fetched anew since `fetchedBefore`. */
  remove(
    connectionId: ConnectionId,
    type: ResourceType,
    providerIds: readonly string[],
    fetchedBefore: Date,
  ): Promise<void>;
  /** In a stable order (newest first seen first), so that a cursor never skips or repeats a record that is updated meanwhile. */
  list(
    connectionId: ConnectionId,
    type: ResourceType,
    filter: RecordFilter,
    page: PageRequest,
  ): Promise<Page<Listed<CachedRecord>>>;
  /** Those of the records that were first seen before `at`. */
  knownBefore(
    connectionId: ConnectionId,
    type: ResourceType,
    providerIds: readonly string[],
    at: Date,
  ): Promise<ReadonlySet<string>>;
}
