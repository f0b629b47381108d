import {
  type ConsoleSession,
  type SessionProof,
  type SignedIn,
  sessionExpiry,
  sessionsMost,
} from '../domain/console-session.ts';
import { badRequest, ServiceError } from '../domain/errors.ts';
import type { OrganizationId, RequestId } from '../domain/ids.ts';
import { type Member, membershipsMost, type Organization, passwordLongest } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { countedTry } from '../use-cases/access/counted-try.ts';
import { addressLongest, normalAddress } from '../use-cases/access/organizations.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { askForFactor, assertFactor, type FactorProof, type FactorRequest } from './prove-factor.ts';
import {
  csrfDigestOf,
  csrfTokenOf,
  randomToken,
  sessionsOf,
  signedInAs,
  tokenBeside,
  tokenDigestOf,
} from './session.ts';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** Selects an organization if the password opens several. */
  readonly organizationId?: string | undefined;
  /** Proves the second factor, if an earlier answer asked for it. */
  readonly proof?: FactorProof | undefined;
  /** The User-Agent header. */
  readonly agent: string;
  /**
   * The browser's earlier token. Its session in this organization ends, and those of another address; those of the same
   * address in other organizations go on under the new token.
   */
  readonly earlierToken?: string | undefined;
  readonly requestId: RequestId;
}

export interface NewSession {
  readonly kind: 'signed_in';
  /** For the cookie; it cannot be read again. */
  readonly token: string;
  readonly csrfToken: string;
  readonly signedIn: SignedIn;
}

/** The password opens several memberships: the next request names one. */
export interface OrganizationChoice {
  readonly kind: 'choose';
  readonly organizations: readonly Pick<Organization, 'id' | 'name'>[];
}

/** The password is right: the next request also proves the second factor. */
export interface FactorNeeded extends FactorRequest {
  readonly kind: 'prove';
}

/** Hash of a random password, checked when no member matches, so that both cases take the same time. */
export const nobodysHash = '$scrypt$ln=15,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const agentLongest = 200;

/**
 * Begins a session for a member who knows the password. One address may belong to members of several organizations; the
 * password tells which. Beside it, sessions begin in the other organizations that the password opens without a second
 * factor. The address alone opens nothing, because an owner can give a member any address. Unknown addresses and wrong or
 * expired passwords differ neither in words (UNAUTHORIZED `sign_in`) nor in time. Throws RATE_LIMITED after ten wrong tries
 * within 15 minutes.
 */
export function signIn(ports: CorePorts) {
  return async (request: SignInRequest): Promise<NewSession | OrganizationChoice | FactorNeeded> => {
    const { password, requestId } = request;
    const address = normalAddress(request.email);
    if (address.length > addressLongest) throw badRequest('email', 'must be an e-mail address');
    if (password.length > passwordLongest) throw badRequest('password', 'must be at most 1000 characters');
    const wanted = request.organizationId as OrganizationId | undefined;
    const members = await ports.storage.members.listByEmail(address, membershipsMost, wanted);
    let opened: readonly Member[] = [];
    const check = async () => {
      opened = await openedBy(ports, members, password, wanted === undefined ? membershipsMost : 1);
      return opened.length > 0;
    };
    const { isRight, locks } = await countedTry(ports, { purpose: 'sign-in', whose: address, check });
    if (locks) await recordLock(ports, members, requestId);
    const [member, ...others] = opened;
    if (!member || !isRight) {
      ports.log.info('sign-in refused', { request_id: requestId, member_id: members[0]?.id ?? null });
      throw wrong();
    }
    if (others.length === 0) return prove(ports, member, request);
    const owners = await Promise.all(opened.map((one) => ports.storage.organizations.find(one.organizationId)));
    return { kind: 'choose', organizations: owners.filter((one) => one !== undefined) };
  };
}

async function prove(ports: CorePorts, member: Member, request: SignInRequest): Promise<NewSession | FactorNeeded> {
  const factors = await ports.storage.factors.list(member.id);
  if (factors.length === 0) return begin(ports, member, request, {});
  const { proof, requestId } = request;
  if (!proof) return { kind: 'prove', ...(await askForFactor(ports, member, factors)) };
  const onLock = () => recordLock(ports, [member], requestId);
  const secondFactor = await assertFactor(ports, member, factors, { proof, onLock });
  return begin(ports, member, request, { secondFactor });
}

async function begin(
  ports: CorePorts,
  member: Member,
  request: SignInRequest,
  proven: Pick<Beginning, 'secondFactor'>,
): Promise<NewSession> {
  const { email, password, organizationId } = request;
  // Without a named organization, this member is the only one whose password it is.
  const known = organizationId && (await ports.storage.members.listByEmail(normalAddress(email), membershipsMost));
  const others = (known || []).filter(({ id, temporaryPasswordUntil: until }) => id !== member.id && until === null);
  const opened = await openedBy(ports, others, password, others.length);
  return beginSession(ports, member, { ...request, ...proven, others: opened });
}

/** The members whose password this is; makes `checks` checks for every address. */
async function openedBy(
  ports: CorePorts,
  members: readonly Member[],
  password: string,
  checks: number,
): Promise<readonly Member[]> {
  const opened: Member[] = [];
  for (let i = 0; i < checks; i++) {
    const member = members[i];
    const isRight = await ports.passwords.verify(password, member?.passwordHash ?? nobodysHash);
    const until = member?.temporaryPasswordUntil ?? null;
    if (isRight && member && (until === null || until > ports.clock.now())) opened.push(member);
  }
  return opened;
}

/** A member with a temporary password has not proved to own the address, so their organization gets no entry. */
async function recordLock(ports: CorePorts, members: readonly Member[], requestId: RequestId): Promise<void> {
  for (const { id, organizationId } of members.filter((one) => one.temporaryPasswordUntil === null)) {
    const actor = { organizationId, environment: null, actor: 'system', requestId } as const;
    await recordAct(ports.storage, ports, actor, { action: 'member.locked', subject: id, details: {} });
  }
}

function wrong(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'the e-mail address or the password is wrong', { reason: 'sign_in' });
}

interface Beginning extends Pick<SignInRequest, 'agent' | 'earlierToken' | 'requestId'> {
  /** What proved the second factor of a member who has one. */
  readonly secondFactor?: SessionProof;
  /** Members that the same password opens. */
  readonly others?: readonly Member[];
}

export async function beginSession(
  ports: CorePorts,
  member: Member,
  { agent, earlierToken, requestId, secondFactor, others = [] }: Beginning,
): Promise<NewSession> {
  const token = randomToken(ports);
  const session: ConsoleSession = {
    ...sessionOf(ports, member, token, agent),
    provenBy: secondFactor ?? 'password',
  };
  await ports.storage.transaction(async (stores) => {
    // Checking took a while: a password changed or reset meanwhile must open nothing, nor may a factor added meanwhile.
    const held = [member, ...others].map(({ organizationId }) => organizationId);
    for (const organizationId of held.sort()) await stores.organizations.lock(organizationId);
    if (!(await isAsChecked(stores, member, secondFactor !== undefined))) throw wrong();
    const known = await carryOn(ports, stores, await sessionsOf(ports, earlierToken, stores), { member, token });
    await store(ports, stores, { session, requestId, secondFactor });
    for (const other of others) {
      if (known.includes(other.organizationId) || !(await isAsChecked(stores, other, false))) continue;
      const own = sessionOf(ports, other, tokenBeside(ports, token, other.organizationId), agent);
      await store(ports, stores, { session: { ...own, besideDigest: session.tokenDigest }, requestId });
    }
  });
  const signedIn = await signedInAs(ports.storage, member, session, requestId);
  return { kind: 'signed_in', token, csrfToken: csrfTokenOf(ports, token), signedIn };
}

async function isAsChecked({ members, factors }: Stores, checked: Member, isProven: boolean): Promise<boolean> {
  const isSame = (await members.find(checked.id))?.passwordHash === checked.passwordHash;
  return isSame && (isProven || (await factors.list(checked.id)).length === 0);
}

function sessionOf(ports: CorePorts, member: Member, token: string, agent: string): ConsoleSession {
  const now = ports.clock.now();
  return {
    id: ports.ids.next('csn'),
    organizationId: member.organizationId,
    memberId: member.id,
    agent: agent.slice(0, agentLongest),
    provenBy: 'password',
    ...digestsOf(ports, token),
    createdAt: now,
    seenAt: now,
    expiresAt: sessionExpiry({ createdAt: now }, now),
  };
}

function digestsOf(ports: CorePorts, token: string) {
  const csrfDigest = csrfDigestOf(ports, csrfTokenOf(ports, token));
  return { tokenDigest: tokenDigestOf(ports, token), csrfDigest, besideDigest: null };
}

interface Begun {
  readonly session: ConsoleSession;
  readonly requestId: RequestId;
  readonly secondFactor?: string | undefined;
}

async function store(ports: CorePorts, stores: Stores, { session, requestId, secondFactor }: Begun): Promise<void> {
  const { id, organizationId, memberId, createdAt } = session;
  const ended = await endOldest(stores, memberId, createdAt);
  await stores.consoleSessions.insert(session);
  const details = {
    ...(ended > 0 && { sessions_ended: ended }),
    ...(secondFactor && { second_factor: secondFactor }),
  };
  const actor = { organizationId, environment: null, actor: memberId, requestId };
  await recordAct(stores, ports, actor, { action: 'session.started', subject: id, details });
}

/** Moves the earlier sessions of the same address to the new token, and ends the others; returns whose it moved. */
async function carryOn(
  ports: CorePorts,
  { members, consoleSessions }: Stores,
  earlier: readonly ConsoleSession[],
  { member, token }: { readonly member: Member; readonly token: string },
): Promise<readonly OrganizationId[]> {
  const moved: OrganizationId[] = [];
  for (const { id, organizationId, memberId } of earlier) {
    const isSamePerson = (await members.find(memberId))?.email === member.email;
    if (!isSamePerson || organizationId === member.organizationId) {
      await consoleSessions.remove(memberId, id);
      continue;
    }
    const digests = digestsOf(ports, tokenBeside(ports, token, organizationId));
    await consoleSessions.move(id, { ...digests, besideDigest: tokenDigestOf(ports, token) });
    moved.push(organizationId);
  }
  return moved;
}

/** Ends the longest unused sessions, so that one more may begin; returns how many it ended. */
async function endOldest({ consoleSessions }: Stores, id: Member['id'], now: Date): Promise<number> {
  const surplus = (await consoleSessions.list(id, now)).slice(sessionsMost - 1);
  for (const session of surplus) await consoleSessions.remove(id, session.id);
  return surplus.length;
}
