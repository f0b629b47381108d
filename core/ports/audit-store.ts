import type { AuditEntry } from '../domain/caller.ts';
import type { OrganizationId } from '../domain/ids.ts';
import type { Page, PageRequest } from '../domain/page.ts';

/** Stores the audit log; entries are never changed. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface AuditStore {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(organizationId: OrganizationId, page: PageRequest): Promise<Page<AuditEntry>>;
  /** What was done to any of these, by their ids; the latest first, at most `limit`. */
  listBySubjects(
    organizationId: OrganizationId,
    subjects: readonly string[],
    limit: number,
  ): Promise<readonly AuditEntry[]>;
}
