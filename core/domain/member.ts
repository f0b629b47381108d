import type { MemberId, OrganizationId } from './ids.ts';

export const memberRoles = ['owner', 'developer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** People of one organization; lists of them have no pages. */
export const membersMost = 200;
/**
 * Of an address that belongs to members of more organizations, as many may sign in without naming theirs. A sign-in makes
 * as many checks of the password, whatever the address, so that its time tells nothing.
 */
export const membershipsMost = 4;
/** How long a password that somebody else made lets its member in, to change it. */
export const temporaryPasswordHours = 72;

/** A person who may sign in to the console. */
export interface Member {
  readonly id: MemberId;
  readonly organizationId: OrganizationId;
  /** Lower case. */
  readonly email: string;
  readonly role: MemberRole;
  /** Encoded memory-hard hash. */
  readonly passwordHash: string;
  /**
   * Somebody else made the password and has seen it: until then it opens nothing but its own change, afterwards nothing.
   * Null for one that the member has chosen.
   */
  readonly temporaryPasswordUntil: Date | null;
  readonly createdAt: Date;
}
