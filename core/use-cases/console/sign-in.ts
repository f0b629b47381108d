import type { ConsoleSession, SignedIn } from '../../domain/console-session.ts';
import { sessionExpiry } from '../../domain/console-session.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Member } from '../../domain/member.ts';
import { failuresMost, lockedSeconds, type SignInFailures, withTry } from '../../domain/sign-in-failures.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { recordAct } from './record-act.ts';

type Ports = Pick<CorePorts, 'storage' | 'sessionDigester' | 'passwords' | 'clock' | 'ids'>;

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** What the browser calls itself. */
  readonly agent: string;
  readonly requestId: RequestId;
}

export interface NewSession {
  /** For the cookie; it cannot be read again. */
  readonly token: string;
  readonly csrfToken: string;
  readonly signedIn: SignedIn;
}

/** Of a password that nobody has: an unknown address costs what a known one does. */
const nobodysHash = '$scrypt$ln=15,r=8,p=3$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const agentLongest = 200;
const tokenBytes = 32;

/**
 * A new session for a member who knows the password. An unknown address, a wrong password and a locked account that
 * never was are told apart by nothing: neither words nor time.
 */
export function signIn(ports: Ports) {
  return async ({ email, password, agent, requestId }: SignInRequest): Promise<NewSession> => {
    const address = email.trim().toLowerCase();
    if (address.length > 254) throw badRequest('email', 'email must be an e-mail address');
    if (password.length > 1_000) throw badRequest('password', 'password must be at most 1000 characters');
    const subject = ports.sessionDigester.keyed('sign-in', address);
    const tries = await countTry(ports, subject);
    const member = await ports.storage.members.findByEmail(address);
    const isRight = await ports.passwords.verify(password, member?.passwordHash ?? nobodysHash);
    if (!member || !isRight) {
      if (member && tries.failures === failuresMost) await noteLocked(ports, member, requestId);
      throw wrong();
    }
    return begin(ports, { member, subject, agent, requestId });
  };
}

function wrong(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'the e-mail address or the password is wrong', { reason: 'sign_in' });
}

function countTry({ storage, clock }: Ports, subject: string): Promise<SignInFailures> {
  return storage.transaction(async ({ signInFailures }) => {
    const now = clock.now();
    const seen = await signInFailures.lock(subject);
    const seconds = lockedSeconds(seen, now);
    if (seconds > 0) {
      throw new ServiceError('RATE_LIMITED', 'too many failed sign-ins; try again later', {
        reason: 'sign_in_locked',
        retryAfterSeconds: seconds,
      });
    }
    const tries = withTry(seen, now);
    await signInFailures.save(subject, tries);
    return tries;
  });
}

async function noteLocked(ports: Ports, member: Member, requestId: RequestId): Promise<void> {
  const { organizationId, id } = member;
  const act = { organizationId, environment: null, actor: 'system', requestId } as const;
  await recordAct(ports.storage, ports, { ...act, action: 'member.locked', subject: id, details: {} });
}

interface Beginning {
  readonly member: Member;
  readonly subject: string;
  readonly agent: string;
  readonly requestId: RequestId;
}

async function begin(ports: Ports, { member, subject, agent, requestId }: Beginning): Promise<NewSession> {
  const { storage, sessionDigester, clock, ids } = ports;
  const token = hexOf(ids.randomBytes(tokenBytes));
  const now = clock.now();
  const session: ConsoleSession = {
    id: ids.next('csn'),
    memberId: member.id,
    tokenDigest: tokenDigest(ports, token),
    csrfDigest: sessionDigester.keyed('console-csrf-kept', csrfTokenOf(ports, token)),
    agent: agent.slice(0, agentLongest),
    createdAt: now,
    seenAt: now,
    expiresAt: sessionExpiry({ createdAt: now }, now),
  };
  const { organizationId, id } = member;
  const act = { organizationId, environment: null, actor: id, requestId } as const;
  await storage.transaction(async (stores) => {
    await stores.signInFailures.clear(subject);
    await stores.consoleSessions.insert(session);
    await recordAct(stores, ports, { ...act, action: 'session.started', subject: session.id, details: {} });
  });
  return { token, csrfToken: csrfTokenOf(ports, token), signedIn: signedInAs(member, session, requestId) };
}

export function signedInAs(member: Member, { id, csrfDigest }: ConsoleSession, requestId: RequestId): SignedIn {
  return {
    organizationId: member.organizationId,
    memberId: member.id,
    email: member.email,
    role: member.role,
    sessionId: id,
    csrfDigest,
    mustChangePassword: member.passwordIsTemporary,
    requestId,
  };
}

export function tokenDigest({ sessionDigester }: Pick<Ports, 'sessionDigester'>, token: string): string {
  return sessionDigester.keyed('console-session', token);
}

/** Follows from the cookie's token, so that a reloaded page gets it again; the token does not follow from it. */
export function csrfTokenOf({ sessionDigester }: Pick<Ports, 'sessionDigester'>, token: string): string {
  return sessionDigester.keyed('console-csrf', token);
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
