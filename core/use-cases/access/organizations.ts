import { unbranded } from '../../domain/brand.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import { connectionLimits, type Member, membersMost, type Organization, type Plan } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

export interface NewOrganization {
  readonly name: string;
  readonly plan: Plan;
  /** The plan's own unless given. */
  readonly connectionLimit?: number | null;
}

/** Throws BAD_REQUEST for an empty name. */
export function createOrganization({ storage, clock, ids }: CorePorts) {
  return async (given: NewOrganization): Promise<Organization> => {
    const { name, plan, connectionLimit = connectionLimits[plan] } = given;
    if (name.trim() === '') throw badRequest('name', 'must not be empty');
    const organization: Organization = {
      id: ids.next('org'),
      name: name.trim(),
      plan,
      connectionLimit,
      requiresSecondFactor: false,
      branding: unbranded,
      createdAt: clock.now(),
    };
    await storage.organizations.insert(organization);
    return organization;
  };
}

type NewMember = Pick<Member, 'organizationId' | 'email' | 'role' | 'passwordHash'>;

/** Throws BAD_REQUEST `email`, CONFLICT `email_taken`, `member_limit_reached`. */
export function createMember({ storage, clock, ids }: CorePorts) {
  return async ({ email, ...rest }: NewMember): Promise<Member> => {
    const address = memberAddress(email);
    const member: Member = {
      id: ids.next('user'),
      ...rest,
      email: address,
      createdAt: clock.now(),
      temporaryPasswordUntil: null,
    };
    await storage.transaction(async (stores) => {
      await storeMember(stores, await stores.members.lockAll(member.organizationId), member);
    });
    return member;
  };
}

/** The caller has locked the members. Throws CONFLICT `member_limit_reached` or `email_taken`. */
export async function storeMember({ members }: Stores, held: readonly Member[], member: Member): Promise<void> {
  if (held.length >= membersMost) {
    throw conflict('member_limit_reached', `an organization has at most ${membersMost} members: remove one first`);
  }
  if (await members.insert(member)) return;
  throw conflict('email_taken', 'the organization has a member with this e-mail address');
}

export const addressLongest = 254;

/** Lower case with composed letters, so that nobody is stored twice. */
export function normalAddress(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

/** Throws BAD_REQUEST unless it can be an e-mail address without invisible characters. */
export function memberAddress(email: string): string {
  const address = normalAddress(email);
  const isAddress =
    /^[^\s@\p{C}\p{Default_Ignorable_Code_Point}]{1,64}@[^\s@\p{C}\p{Default_Ignorable_Code_Point}]{1,189}$/u;
  if (!isAddress.test(address)) throw badRequest('email', 'must be an e-mail address');
  return address;
}
