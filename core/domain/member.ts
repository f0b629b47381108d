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
  /** Encoded memory-hard hash with its parameters. */
  readonly passwordHash: string;
  readonly createdAt: Date;
}
