import type { Caller, Environment } from '../domain/caller.ts';
import { type ConsoleSession, type SignedIn, sessionExpiry, sessionTouchSeconds } from '../domain/console-session.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { isId, type OrganizationId, type RequestId } from '../domain/ids.ts';
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

/** Derived from the cookie's token, so that a reloaded page gets the same one; the derivation cannot be reversed. */
export function csrfTokenOf({ sessionDigester }: CorePorts, token: string): string {
  return sessionDigester.keyed('console-csrf', token);
}

/** A session that began beside another has a token of its own, derived from the cookie's. */
export function tokenBeside({ sessionDigester }: CorePorts, token: string, organizationId: OrganizationId): string {
  return sessionDigester.keyed('console-beside', `${token} ${organizationId}`);
}

/** The CSRF token of a member's session. */
export function csrfTokenFor(ports: CorePorts) {
  return (token: string, { organizationId, csrfDigest }: Pick<SignedIn, 'organizationId' | 'csrfDigest'>): string => {
    const own = csrfTokenOf(ports, token);
    const isOwn = csrfDigestOf(ports, own) === csrfDigest;
    return isOwn ? own : csrfTokenOf(ports, tokenBeside(ports, token, organizationId));
  };
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

/** The browser's open sessions, one of each organization, first the one that its cookie is of. */
export async function sessionsOf(
  ports: CorePorts,
  token: string | undefined,
  { consoleSessions }: Pick<Stores, 'consoleSessions'> = ports.storage,
): Promise<readonly ConsoleSession[]> {
  // A text that cannot be a token costs no query.
  if (token === undefined || !/^[0-9a-f]{64}$/.test(token)) return [];
  return consoleSessions.ofBrowser(tokenDigestOf(ports, token), ports.clock.now());
}

export interface Whose {
  /** The organization that the request is about. */
  readonly named?: string | undefined;
  /** The organization of a request that names none, if the browser has a session there. */
  readonly usual?: string | undefined;
}

/**
 * Throws the same UNAUTHORIZED for missing, malformed, unknown, ended and timed-out sessions, and the same FORBIDDEN
 * `organization` for every named organization in which this browser has none.
 */
export function authenticateSession(ports: CorePorts) {
  return async (token: string | undefined, requestId: RequestId, { named, usual }: Whose = {}): Promise<SignedIn> => {
    const sessions = await sessionsOf(ports, token);
    const wanted = sessions.find(({ organizationId }) => organizationId === (named ?? usual));
    const session = wanted ?? (named === undefined ? sessions[0] : undefined);
    if (!session && sessions.length > 0) {
      const message = 'this browser has no session in the named organization: sign in to it';
      throw new ServiceError('FORBIDDEN', message, { reason: 'organization' });
    }
    const member = session && (await ports.storage.members.find(session.memberId));
    if (!session || !member) throw signedOut();
    const now = ports.clock.now();
    if (now.getTime() - session.seenAt.getTime() >= sessionTouchSeconds * 1000) {
      // Work in one organization keeps the browser's sessions in the others open.
      for (const one of sessions) await ports.storage.consoleSessions.touch(one.id, now, sessionExpiry(one, now));
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

/** Ends the browser's sessions in all organizations. Succeeds also for ended ones. */
export function signOut(ports: CorePorts) {
  return async (signedIn: SignedIn, token: string): Promise<void> => {
    for (const { id, organizationId, memberId } of await sessionsOf(ports, token)) {
      await endOne(ports, { ...signedIn, organizationId, memberId }, id);
    }
  };
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

export interface Membership {
  readonly organization: Organization;
  readonly role: Member['role'];
}

/** The organizations in which this browser has a session, by name. */
export function listMemberships(ports: CorePorts) {
  const { organizations, members } = ports.storage;
  return async (token: string): Promise<readonly Membership[]> => {
    const found = (await sessionsOf(ports, token)).map(async ({ organizationId, memberId }) => {
      const [organization, member] = [await organizations.find(organizationId), await members.find(memberId)];
      return organization && member ? [{ organization, role: member.role }] : [];
    });
    return (await Promise.all(found)).flat().sort((a, b) => a.organization.name.localeCompare(b.organization.name));
  };
}
