import type { ResourceType } from '../domain/resource.ts';

/** One record at the provider, the same for every connection to its tenant. */
export interface RecordKey {
  readonly tenantId: string;
  readonly type: ResourceType;
  readonly providerId: string;
}

/**
 * Lets one change at a time work on a record, across all processes. The next change of the record takes over a row that
 * its holder left behind, so a record never has more than one row. Proven by
 * contract-tests/idempotency-store.contract.ts.
 */
export interface RecordLeaseStore {
  /**
   * Of any number of simultaneous owners, one gets the lease. False while another owner holds it. An owner may take its
   * own lease again at once, which invalidates the earlier token.
   */
  take(record: RecordKey, lease: { owner: string; token: string; now: Date; until: Date }): Promise<boolean>;
  /** Prolongs the lease; false when it was lost: then another change of the record may have been made. */
  renew(record: RecordKey, token: string, until: Date): Promise<boolean>;
  /** Ends the lease; an invalid token does nothing. */
  release(record: RecordKey, token: string): Promise<void>;
}
