import type { MemberId, OrganizationId } from './ids.ts';

export const memberRoles = ['owner', 'developer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A person who may sign in to the console. */
export interface Member {
  readonly id: MemberId;
  readonly organizationId: OrganizationId;
  /** Lower case. */
  readonly email: string;
  readonly role: MemberRole;
  /** Encoded memory-hard hash. */
  readonly passwordHash: string;
  /** Somebody else made it and has seen it: the member must change it before anything else. */
  readonly passwordIsTemporary: boolean;
  readonly createdAt: Date;
}
