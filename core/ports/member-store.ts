import type { MemberId, OrganizationId } from '../domain/ids.ts';
import type { Member, MemberRole } from '../domain/organization.ts';

/** Stores the people who may sign in. Proven by contract-tests/tenancy-stores.contract.ts and console-stores.contract.ts. */
export interface MemberStore {
  /** False when the organization has a member with this e-mail address. */
  insert(member: Member): Promise<boolean>;
  /**
   * Those with this address, of `of` or of all organizations: those who chose their passwords first, then the oldest, at
   * most `limit`.
   */
  listByEmail(email: string, limit: number, of?: OrganizationId): Promise<readonly Member[]>;
  find(id: MemberId): Promise<Member | undefined>;
  /** Oldest first, at most 1,000. */
  list(organizationId: OrganizationId): Promise<readonly Member[]>;
  /** All of an organization, locked until the transaction ends, so that the last two owners cannot leave at once. */
  lockAll(organizationId: OrganizationId): Promise<readonly Member[]>;
  setRole(id: MemberId, role: MemberRole): Promise<void>;
  setPassword(id: MemberId, passwordHash: string, temporaryUntil: Date | null): Promise<void>;
  /** With the sessions. */
  remove(id: MemberId): Promise<void>;
}
