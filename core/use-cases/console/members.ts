import type { SignedIn } from '../../domain/console-session.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Json } from '../../domain/json.ts';
import { assertAllowed, type Member, type MemberRole } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { assertWritable } from '../assert-writable.ts';
import { recordAct } from '../record-act.ts';
import { actingMembers, actorOf } from './acting.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'settings'>;

export function listMembers({ storage }: Pick<Ports, 'storage'>) {
  return (signedIn: SignedIn): Promise<readonly Member[]> => {
    assertAllowed(signedIn.role, 'read');
    return storage.members.list(signedIn.organizationId);
  };
}

export function changeRole(ports: Ports) {
  return async (signedIn: SignedIn, id: string, role: MemberRole): Promise<Member> => {
    assertAllowed(signedIn.role, 'members');
    assertWritable(ports.settings);
    return ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, ports, signedIn, { id, leaves: role !== 'owner' });
      if (member.role === role) return member;
      await stores.members.setRole(member.id, role);
      const details = { from: member.role, to: role };
      const act = { action: 'member.role_changed', subject: member.id, details };
      await recordAct(stores, ports, actorOf(signedIn), act);
      return { ...member, role };
    });
  };
}

/** With all sessions. Also while the deployment only reads: it takes access away. */
export function removeMember(ports: Ports) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    assertAllowed(signedIn.role, 'members');
    await ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, ports, signedIn, { id, leaves: true });
      await stores.members.remove(member.id);
      const act = { action: 'member.removed', subject: member.id, details: { role: member.role } };
      await recordAct(stores, ports, actorOf(signedIn), act);
    });
  };
}

/** The member, while nobody else changes who is one; `leaves`: it will be no owner any more. */
export async function heldMember(
  stores: Stores,
  ports: Pick<Ports, 'clock'>,
  signedIn: SignedIn,
  { id, leaves }: { readonly id: string; readonly leaves: boolean },
): Promise<Member> {
  const members = await actingMembers(stores, ports, signedIn, 'members');
  const member = members.find((one) => one.id === id);
  if (!member) throw notFound('member');
  const owners = members.filter(({ role }) => role === 'owner').length;
  if (leaves && member.role === 'owner' && owners === 1) {
    throw conflict('last_owner', 'an organization keeps at least one owner');
  }
  return member;
}

/** Of one's own organization. */
export async function ownMember({ members }: Stores, { organizationId }: SignedIn, id: Json): Promise<Member> {
  const found = typeof id === 'string' && isId('user', id) ? await members.find(id) : undefined;
  if (found?.organizationId !== organizationId) throw notFound('member');
  return found;
}
