import type { ResourceType } from '../domain/resource.ts';

/** One record at the provider: the same one, whichever connections lead to its tenant. */
export interface RecordKey {
  readonly tenantId: string;
  readonly type: ResourceType;
  readonly providerId: string;
}

/**
 * Lets one change at a time work at a record, in every process. A row that its holder left behind is taken over by the
 * next change of the record, so there is never more than one a record. Proven by
 * contract-tests/idempotency-store.contract.ts.
 */
export interface RecordLeaseStore {
  /**
   * Of any number of owners who ask at once, one gets the lease. False while another owner's lasts; one's own is taken
   * again at once, and its earlier token is worthless from then on.
   */
  take(record: RecordKey, lease: { owner: string; token: string; now: Date; until: Date }): Promise<boolean>;
  /** Prolongs the lease; false when it was lost: then somebody else may have changed the record. */
  renew(record: RecordKey, token: string, until: Date): Promise<boolean>;
  /** Lets the next one in; a token that is worthless releases nothing. */
  release(record: RecordKey, token: string): Promise<void>;
}
