// Members of an organization, and the passwords that an owner makes for new and forgetful members.
import { operatorOf } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { conflict, notFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';
import { type Member, type MemberRole, temporaryPasswordHours } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { randomNumbers } from '../use-cases/access/keys.ts';
import { memberAddress, storeMember } from '../use-cases/access/organizations.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';

export interface ListedMember extends Member {
  readonly hasSecondFactor: boolean;
}

/** Oldest first. */
export function listMembers({ storage }: CorePorts) {
  return async ({ organizationId }: Pick<SignedIn, 'organizationId'>): Promise<readonly ListedMember[]> => {
    const [members, holders] = [storage.members.list(organizationId), storage.factors.holders(organizationId)];
    const known = await holders;
    return (await members).map((member) => ({ ...member, hasSecondFactor: known.has(member.id) }));
  };
}

/** Throws FORBIDDEN `role`, NOT_FOUND, CONFLICT `last_owner`. */
export function changeRole(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, role: MemberRole): Promise<Member> => {
    return ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, ports, signedIn, { id, leaves: role !== 'owner' });
      if (member.role === role) return member;
      await stores.members.setRole(member.id, role);
      const changes = { before: { role: member.role }, after: { role } };
      const act = { action: 'member.role_changed', subject: member.id, details: {}, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
      return { ...member, role };
    });
  };
}

/** Ends the member's sessions, too. Works in read-only mode, because it takes access away. */
export function removeMember(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    await ports.storage.transaction(async (stores) => {
      const member = await heldMember(stores, ports, signedIn, { id, leaves: true });
      await stores.members.remove(member.id);
      const changes = { before: { role: member.role }, after: null };
      const act = { action: 'member.removed', subject: member.id, details: {}, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
    });
  };
}

/** Locks all members and finds this one; `leaves`: the member will not be an owner afterwards. */
export async function heldMember(
  stores: Stores,
  ports: CorePorts,
  signedIn: SignedIn,
  { id, leaves }: { readonly id: string; readonly leaves: boolean },
): Promise<Member> {
  return memberAmong(await actingMembers(stores, ports, signedIn, 'members'), id, leaves);
}

/** Throws NOT_FOUND, CONFLICT `last_owner`. */
function memberAmong(members: readonly Member[], id: string, leaves: boolean): Member {
  const member = members.find((one) => one.id === id);
  if (!member) throw notFound('member');
  const owners = members.filter(({ role }) => role === 'owner').length;
  if (leaves && member.role === 'owner' && owners === 1) {
    throw conflict('last_owner', 'an organization keeps at least one owner');
  }
  return member;
}

async function ownMember({ members }: Stores, { organizationId }: SignedIn, id: Json): Promise<Member> {
  const found = typeof id === 'string' && isId('user', id) ? await members.find(id) : undefined;
  if (found?.organizationId !== organizationId) throw notFound('member');
  return found;
}

export interface AdmittedMember {
  readonly member: Member;
  /** Shown once; it works for 72 hours and opens only the page that changes it. Null on a replay. */
  readonly temporaryPassword: string | null;
}

type Invitation = Pick<Member, 'email' | 'role'> & { readonly write: Write };

export function inviteMember(ports: CorePorts) {
  return async (signedIn: SignedIn, { email, role, write }: Invitation): Promise<Answered<AdmittedMember>> => {
    const { organizationId } = signedIn;
    const id = ports.ids.next('user');
    const who = { id, organizationId, email: memberAddress(email), role, createdAt: ports.clock.now() };
    return issueOnce(ports, signedIn, write, { act: ['member.invite'], who, store: admit });
  };
}

interface Issue {
  readonly act: readonly string[];
  readonly who: Omit<Member, 'passwordHash' | 'temporaryPasswordUntil'>;
  readonly store: (stores: Stores, ports: CorePorts, signedIn: SignedIn, member: Member) => Promise<void>;
}

/** Makes a password once per key; a replay shows the member without it. */
function issueOnce(ports: CorePorts, signedIn: SignedIn, write: Write, { act, who, store }: Issue) {
  const asked = { signedIn, environment: 'live', write } as const;
  return once<AdmittedMember>(ports, asked, {
    act,
    async draft() {
      const { temporaryPassword, ...made } = await makePassword(ports);
      const member: Member = { ...who, ...made };
      return {
        forReplay: member.id,
        async apply(stores) {
          await store(stores, ports, signedIn, member);
          return { member, temporaryPassword };
        },
      };
    },
    replay: async (id) => ({ member: await ownMember(ports.storage, signedIn, id), temporaryPassword: null }),
  });
}

async function admit(stores: Stores, ports: CorePorts, signedIn: SignedIn, member: Member): Promise<void> {
  await storeMember(stores, await actingMembers(stores, ports, signedIn, 'members'), member);
  const act = {
    action: 'member.invited',
    subject: member.id,
    details: {},
    changes: { before: null, after: { role: member.role } },
  };
  await recordAct(stores, ports, actorOf(signedIn), act);
}

/**
 * Ends the member's sessions. Throws CONFLICT `own_password` for one's own: otherwise a stolen session could take the
 * account.
 */
export function resetPassword(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, write: Write): Promise<Answered<AdmittedMember>> => {
    if (id === signedIn.memberId) throw conflict('own_password', 'change your own password with the one you have');
    const known = await ownMember(ports.storage, signedIn, id);
    return issueOnce(ports, signedIn, write, { act: ['member.reset', known.id], who: known, store: reset });
  };
}

async function reset(stores: Stores, ports: CorePorts, signedIn: SignedIn, to: Member): Promise<void> {
  const { id } = await heldMember(stores, ports, signedIn, { id: to.id, leaves: false });
  await stores.members.setPassword(id, to.passwordHash, to.temporaryPasswordUntil);
  const ended = await stores.consoleSessions.removeAll(id);
  const act = { action: 'member.password_reset', subject: id, details: { sessions_ended: ended } };
  await recordAct(stores, ports, actorOf(signedIn), act);
}

/**
 * For operators, who have no session. Also resets the last owner, whom no other member can help, and removes second
 * factors.
 */
export function resetMember(ports: CorePorts) {
  return async (known: Member) => {
    const { temporaryPassword, ...made } = await makePassword(ports);
    const sessionsEnded = await ports.storage.transaction(async ({ members, consoleSessions, factors }) => {
      await factors.removeAll(known.id);
      await members.setPassword(known.id, made.passwordHash, made.temporaryPasswordUntil);
      return consoleSessions.removeAll(known.id);
    });
    return { member: { ...known, ...made }, temporaryPassword, sessionsEnded };
  };
}

/**
 * For operators; audited. Ends the member's sessions. Throws NOT_FOUND, and CONFLICT `last_owner`, because the
 * organization would have nobody who can invite another.
 */
export function removeMemberOf(ports: CorePorts) {
  return async ({ id, organizationId }: Member): Promise<void> => {
    await ports.storage.transaction(async (stores) => {
      const member = memberAmong(await stores.members.lockAll(organizationId), id, true);
      await stores.members.remove(member.id);
      const changes = { before: { role: member.role }, after: null };
      const act = { action: 'member.removed', subject: member.id, details: {}, changes };
      const actor = { ...operatorOf(ports.ids.next('req')), organizationId, environment: null };
      await recordAct(stores, ports, actor, act);
    });
  };
}

/** Letters that cannot be mistaken for each other; thirty have 148 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export function randomText(ids: CorePorts['ids'], length: number): string {
  return randomNumbers(ids, length, letters.length)
    .map((number) => letters[number])
    .join('');
}

async function makePassword({ ids, passwords, clock }: CorePorts) {
  const temporaryPassword = randomText(ids, 30).replace(/(.{5})(?=.)/g, '$1-');
  const passwordHash = await passwords.hash(temporaryPassword);
  const temporaryPasswordUntil = new Date(clock.now().getTime() + temporaryPasswordHours * 3_600_000);
  return { temporaryPassword, passwordHash, temporaryPasswordUntil };
}
