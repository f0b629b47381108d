import type { OrganizationId } from '../domain/ids.ts';
import type { Organization } from '../domain/organization.ts';

/** Keeps organizations. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<void>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Oldest first, at most `limit`, from behind `after` on. For operators: no caller of the API sees others. */
  list(page: { readonly limit: number; readonly after?: OrganizationId | undefined }): Promise<readonly Organization[]>;
  /** Whether there is none yet, so that a first start may make one. */
  isEmpty(): Promise<boolean>;
  /**
   * Holds the organization's row until the transaction ends, so that what counts against its contract is counted by
   * one at a time. Only inside a transaction.
   */
  lock(id: OrganizationId): Promise<Organization | undefined>;
}
