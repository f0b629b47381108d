import type { OrganizationId } from '../domain/ids.ts';
import type { Organization } from '../domain/organization.ts';

/** Stores organizations. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<void>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Oldest first, after `after`, at most `limit`. For operators only: a caller of the API sees its own organization. */
  list(page: { readonly limit: number; readonly after?: OrganizationId | undefined }): Promise<readonly Organization[]>;
  /** Whether there is none yet, so that a first start may make one. */
  isEmpty(): Promise<boolean>;
  /**
   * Locks the organization's row until the transaction ends, so that one caller at a time counts what its contract
   * limits. Only inside a transaction.
   */
  lock(id: OrganizationId): Promise<Organization | undefined>;
}
