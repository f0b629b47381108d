import type { SignedIn } from '../../domain/console-session.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Member, MemberRole } from '../../domain/member.ts';
import { assertAllowed } from '../../domain/permission.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { memberAddress } from '../access/member-address.ts';
import { actorOf, recordAct } from './record-act.ts';

type Ports = Pick<CorePorts, 'storage' | 'passwords' | 'clock' | 'ids'>;

export function listMembers({ storage }: Ports) {
  return (signedIn: SignedIn): Promise<readonly Member[]> => {
    assertAllowed(signedIn.role, 'read');
    return storage.members.list(signedIn.organizationId);
  };
}

export interface InvitedMember {
  readonly member: Member;
  /** Shown once, to be handed over; it opens nothing but the page that changes it. */
  readonly temporaryPassword: string;
}

export function inviteMember(ports: Ports) {
  return async (signedIn: SignedIn, asked: { readonly email: string; readonly role: MemberRole }) => {
    assertAllowed(signedIn.role, 'members');
    const { storage, passwords, clock, ids } = ports;
    const temporaryPassword = newPassword(ports);
    const member: Member = {
      id: ids.next('user'),
      organizationId: signedIn.organizationId,
      email: memberAddress(asked.email),
      role: asked.role,
      passwordHash: await passwords.hash(temporaryPassword),
      passwordIsTemporary: true,
      createdAt: clock.now(),
    };
    await storage.transaction(async (stores) => {
      if (!(await stores.members.insert(member))) {
        throw conflict('email_taken', 'a member with this e-mail address exists');
      }
      const act = { ...actorOf(signedIn), action: 'member.invited', subject: member.id };
      await recordAct(stores, ports, { ...act, details: { role: member.role } });
    });
    return { member, temporaryPassword } satisfies InvitedMember;
  };
}

export function changeRole(ports: Ports) {
  return (signedIn: SignedIn, id: string, role: MemberRole): Promise<Member> => {
    assertAllowed(signedIn.role, 'members');
    return ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, signedIn, id, role !== 'owner');
      await stores.members.setRole(member.id, role);
      const act = { ...actorOf(signedIn), action: 'member.role_changed', subject: member.id };
      await recordAct(stores, ports, { ...act, details: { from: member.role, to: role } });
      return { ...member, role };
    });
  };
}

/** For a member who has forgotten it; all the member's sessions end. */
export function resetPassword(ports: Ports) {
  return async (signedIn: SignedIn, id: string): Promise<InvitedMember> => {
    assertAllowed(signedIn.role, 'members');
    const temporaryPassword = newPassword(ports);
    const hash = await ports.passwords.hash(temporaryPassword);
    return ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, signedIn, id, false);
      await stores.members.setPassword(member.id, hash, true);
      const ended = await stores.consoleSessions.removeAll(member.id);
      const act = { ...actorOf(signedIn), action: 'member.password_reset', subject: member.id };
      await recordAct(stores, ports, { ...act, details: { sessions_ended: ended } });
      return { member: { ...member, passwordIsTemporary: true }, temporaryPassword };
    });
  };
}

export function removeMember(ports: Ports) {
  return (signedIn: SignedIn, id: string): Promise<void> => {
    assertAllowed(signedIn.role, 'members');
    return ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, signedIn, id, true);
      await stores.members.remove(member.id);
      const act = { ...actorOf(signedIn), action: 'member.removed', subject: member.id };
      await recordAct(stores, ports, { ...act, details: { role: member.role } });
    });
  };
}

/** The member, while nobody else changes who is one; `leaves`: it will be no owner any more. */
async function heldMember(stores: Stores, { organizationId }: SignedIn, id: string, leaves: boolean): Promise<Member> {
  const members = await stores.members.lockAll(organizationId);
  const member = isId('user', id) ? members.find((one) => one.id === id) : undefined;
  if (!member) throw notFound('member');
  const owners = members.filter(({ role }) => role === 'owner').length;
  if (leaves && member.role === 'owner' && owners === 1) {
    throw conflict('last_owner', 'an organization keeps at least one owner');
  }
  return member;
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twenty letters of which none looks like another: 99 bits. */
function newPassword({ ids }: Pick<Ports, 'ids'>): string {
  const drawn: string[] = [];
  while (drawn.length < 20) {
    for (const byte of ids.randomBytes(32)) {
      if (byte < 248 && drawn.length < 20) drawn.push(letters[byte % letters.length] ?? '');
    }
  }
  return drawn.join('').replace(/(.{5})(?=.)/g, '$1-');
}
