import { badRequest, conflict } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import {
  connectionLimits,
  type Member,
  type MemberRole,
  membersMost,
  type Organization,
  type Plan,
} from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { memberAddress } from './member-address.ts';

export function createOrganization({ storage, clock, ids }: CorePorts) {
  return async ({ name, plan }: { name: string; plan: Plan }): Promise<Organization> => {
    if (name.trim() === '') throw badRequest('name', 'name must not be empty');
    const organization: Organization = {
      id: ids.next('org'),
      name: name.trim(),
      plan,
      connectionLimit: connectionLimits[plan],
      createdAt: clock.now(),
    };
    await storage.organizations.insert(organization);
    return organization;
  };
}

export interface NewMember {
  readonly organizationId: OrganizationId;
  readonly email: string;
  readonly role: MemberRole;
  /** Encoded memory-hard hash. */
  readonly passwordHash: string;
}

export function createMember({ storage, clock, ids }: CorePorts) {
  return async ({ email, ...rest }: NewMember): Promise<Member> => {
    const address = memberAddress(email);
    const member: Member = {
      ...{ id: ids.next('user'), ...rest, email: address, createdAt: clock.now() },
      temporaryPasswordUntil: null,
    };
    await storage.transaction(async ({ members }) => {
      requireMemberRoom(await members.lockAll(member.organizationId));
      if (!(await members.insert(member)))
        throw conflict('email_taken', 'the organization has a member with this e-mail address');
    });
    return member;
  };
}

/** Throws CONFLICT `member_limit_reached`; the members are held. */
export function requireMemberRoom(members: readonly Member[]): void {
  if (members.length < membersMost) return;
  throw conflict('member_limit_reached', `an organization has at most ${membersMost} members: remove one first`);
}
