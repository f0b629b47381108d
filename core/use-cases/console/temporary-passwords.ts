// Passwords that an owner makes for others: for new members, and for those who have forgotten theirs.
import type { SignedIn } from '../../domain/console-session.ts';
import { conflict } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import { type Member, type MemberRole, temporaryPasswordHours } from '../../domain/member.ts';
import { assertAllowed } from '../../domain/permission.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { memberAddress } from '../access/member-address.ts';
import { requireMemberRoom } from '../access/organizations.ts';
import { assertWritable } from '../assert-writable.ts';
import type { Answered, Write } from '../claim-key.ts';
import { actingMembers } from './acting.ts';
import { heldMember, ownMember } from './members.ts';
import { once } from './once.ts';
import { actorOf, recordAct } from './record-act.ts';

type Ports = Pick<CorePorts, 'storage' | 'passwords' | 'digester' | 'clock' | 'ids' | 'settings'>;

export interface AdmittedMember {
  readonly member: Member;
  /**
   * Shown once, to be handed over within 72 hours; it opens nothing but the page that changes it. Null on a replay.
   */
  readonly temporaryPassword: string | null;
}

export interface Invitation {
  readonly email: string;
  readonly role: MemberRole;
  readonly write: Write;
}

export function inviteMember(ports: Ports) {
  return async (signedIn: SignedIn, { email, role, write }: Invitation): Promise<Answered<AdmittedMember>> => {
    assertAllowed(signedIn.role, 'members');
    assertWritable(ports.settings);
    const address = memberAddress(email);
    const draft = async () => {
      const { temporaryPassword, ...made } = await makePassword(ports);
      const { organizationId } = signedIn;
      const who = { id: ports.ids.next('user'), organizationId, email: address, role };
      const member: Member = { ...who, ...made, createdAt: ports.clock.now() };
      const apply = async (stores: Stores) => {
        await admit(stores, ports, signedIn, member);
        return { member, temporaryPassword };
      };
      return { forReplay: member.id, apply };
    };
    return once<AdmittedMember>(
      ports,
      { signedIn, environment: 'live', write },
      { draft, replay: (kept) => withoutPassword(ports, signedIn, kept) },
    );
  };
}

/** A replay shows the member, and no password. */
async function withoutPassword({ storage }: Ports, signedIn: SignedIn, kept: Json): Promise<AdmittedMember> {
  return { member: await ownMember(storage, signedIn, kept), temporaryPassword: null };
}

async function admit(stores: Stores, ports: Ports, signedIn: SignedIn, member: Member): Promise<void> {
  requireMemberRoom(await actingMembers(stores, ports, signedIn, 'members'));
  if (!(await stores.members.insert(member))) {
    throw conflict('email_taken', 'the organization has a member with this e-mail address');
  }
  const act = { ...actorOf(signedIn), action: 'member.invited', subject: member.id };
  await recordAct(stores, ports, { ...act, details: { role: member.role } });
}

/**
 * For another member who has forgotten it; all that member's sessions end. One's own is changed with the old one, else
 * whoever gets hold of a session had the account.
 */
export function resetPassword(ports: Ports) {
  return async (signedIn: SignedIn, id: string, write: Write): Promise<Answered<AdmittedMember>> => {
    assertAllowed(signedIn.role, 'members');
    assertWritable(ports.settings);
    if (id === signedIn.memberId) throw conflict('own_password', 'change your own password with the one you have');
    const known = await ownMember(ports.storage, signedIn, id);
    const draft = async () => {
      const { temporaryPassword, ...made } = await makePassword(ports);
      const member = { ...known, ...made };
      const apply = async (stores: Stores) => {
        await reset(stores, ports, signedIn, member);
        return { member, temporaryPassword };
      };
      return { forReplay: id, apply };
    };
    return once<AdmittedMember>(
      ports,
      { signedIn, environment: 'live', write },
      { draft, replay: (kept) => withoutPassword(ports, signedIn, kept) },
    );
  };
}

async function reset(stores: Stores, ports: Ports, signedIn: SignedIn, to: Member): Promise<void> {
  const { id } = await heldMember(stores, ports, signedIn, { id: to.id, leaves: false });
  await stores.members.setPassword(id, to.passwordHash, to.temporaryPasswordUntil);
  const ended = await stores.consoleSessions.removeAll(id);
  const act = { ...actorOf(signedIn), action: 'member.password_reset', subject: id };
  await recordAct(stores, ports, { ...act, details: { sessions_ended: ended } });
}

export interface OperatorsReset {
  readonly member: Member;
  readonly temporaryPassword: string;
  readonly sessionsEnded: number;
}

/** By an operator, who needs no session: for the last owner, too, whom nobody else could help. */
export function resetMember(ports: Ports) {
  return async (known: Member): Promise<OperatorsReset> => {
    const { temporaryPassword, ...made } = await makePassword(ports);
    const sessionsEnded = await ports.storage.transaction(async ({ members, consoleSessions }) => {
      await members.setPassword(known.id, made.passwordHash, made.temporaryPasswordUntil);
      return consoleSessions.removeAll(known.id);
    });
    return { member: { ...known, ...made }, temporaryPassword, sessionsEnded };
  };
}

async function makePassword({ ids, passwords, clock }: Ports) {
  const temporaryPassword = newPassword(ids);
  const passwordHash = await passwords.hash(temporaryPassword);
  const temporaryPasswordUntil = new Date(clock.now().getTime() + temporaryPasswordHours * 3_600_000);
  return { temporaryPassword, passwordHash, temporaryPasswordUntil };
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 30;
/** Bytes from here on would favour some letters and are thrown away. */
const fairBelow = 256 - (256 % letters.length);

/** Thirty letters of which none looks like another: 148 bits. */
function newPassword(ids: Ports['ids']): string {
  const drawn: string[] = [];
  while (drawn.length < length) {
    for (const byte of ids.randomBytes(32)) {
      if (byte < fairBelow && drawn.length < length) drawn.push(letters[byte % letters.length] ?? '');
    }
  }
  return drawn.join('').replace(/(.{5})(?=.)/g, '$1-');
}
