import type { Caller, Environment } from '../domain/caller.ts';
import { type ConsoleSession, type SignedIn, sessionExpiry, sessionTouchSeconds } from '../domain/console-session.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { isId, type RequestId } from '../domain/ids.ts';
import type { Member, Organization } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { actorOf, signedOut } from './acting.ts';

export function randomToken({ ids }: CorePorts): string {
  return [...ids.randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function tokenDigestOf({ sessionDigester }: CorePorts, token: string): string {
  return sessionDigester.keyed('console-session', token);
}

/** Undefined for a text that cannot be a token, so that such a text costs no query. */
export function cookieDigest(ports: CorePorts, token: string | undefined): string | undefined {
  return token !== undefined && /^[0-9a-f]{64}$/.test(token) ? tokenDigestOf(ports, token) : undefined;
}

/** Derived from the cookie's token, so that a reloaded page gets the same one; the derivation cannot be reversed. */
export function csrfTokenOf({ sessionDigester }: CorePorts, token: string): string {
  return sessionDigester.keyed('console-csrf', token);
}

export function csrfDigestOf({ sessionDigester }: CorePorts, csrfToken: string): string {
  return sessionDigester.keyed('console-csrf-kept', csrfToken);
}

export async function signedInAs(
  { organizations, factors }: Stores,
  member: Member,
  { id, csrfDigest }: ConsoleSession,
  requestId: RequestId,
): Promise<SignedIn> {
  const { organizationId, id: memberId, email, role, temporaryPasswordUntil } = member;
  const mustChangePassword = temporaryPasswordUntil !== null;
  const isRequired = (await organizations.find(organizationId))?.requiresSecondFactor === true;
  const mustAddFactor = isRequired && (await factors.list(memberId)).length === 0;
  const own = { organizationId, memberId, email, role, mustChangePassword, mustAddFactor };
  return { ...own, sessionId: id, csrfDigest, requestId };
}

/** Throws the same UNAUTHORIZED for missing, malformed, unknown, ended and timed-out sessions. */
export function authenticateSession(ports: CorePorts) {
  return async (token: string | undefined, requestId: RequestId): Promise<SignedIn> => {
    const digest = cookieDigest(ports, token);
    const now = ports.clock.now();
    const session = digest && (await ports.storage.consoleSessions.findByDigest(digest, now));
    const member = session && (await ports.storage.members.find(session.memberId));
    if (!session || !member) throw signedOut();
    if (now.getTime() - session.seenAt.getTime() >= sessionTouchSeconds * 1000) {
      await ports.storage.consoleSessions.touch(session.id, now, sessionExpiry(session, now));
    }
    return signedInAs(ports.storage, member, session, requestId);
  };
}

/** Throws FORBIDDEN `csrf` unless the page holds the session's own CSRF token. Compares digests, not tokens. */
export function assertCsrf(ports: CorePorts) {
  return ({ csrfDigest }: SignedIn, presented: string | undefined): void => {
    if (csrfDigestOf(ports, presented ?? '') === csrfDigest) return;
    throw new ServiceError('FORBIDDEN', 'the request does not carry the CSRF token of its session', { reason: 'csrf' });
  };
}

/** Succeeds also for an ended session. */
export function signOut(ports: CorePorts) {
  return async (signedIn: SignedIn): Promise<void> => void (await endOne(ports, signedIn, signedIn.sessionId));
}

/** Throws NOT_FOUND unless the session is the member's own. */
export function endSession(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    if (!isId('csn', id) || !(await endOne(ports, signedIn, id))) throw notFound('session');
  };
}

function endOne(ports: CorePorts, signedIn: SignedIn, id: ConsoleSession['id']): Promise<boolean> {
  return ports.storage.transaction(async (stores) => {
    const ended = await stores.consoleSessions.remove(signedIn.memberId, id);
    const act = { action: 'session.ended', subject: id, details: {} };
    if (ended) await recordAct(stores, ports, actorOf(signedIn), act);
    return ended;
  });
}

/** A member as a caller of one plane, who may do what an API key may, within the role. */
export function callerOf(signedIn: SignedIn, environment: Environment): Caller {
  const { organizationId, memberId, email, requestId } = signedIn;
  return { organizationId, environment, actor: memberId, name: email, requestId };
}

export function ownOrganization({ storage }: CorePorts) {
  return async ({ organizationId }: SignedIn): Promise<Organization> => {
    const organization = await storage.organizations.find(organizationId);
    if (!organization) throw notFound('organization');
    return organization;
  };
}
