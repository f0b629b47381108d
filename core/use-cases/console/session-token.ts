import type { ConsoleSession, SignedIn } from '../../domain/console-session.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Member } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Ports = Pick<CorePorts, 'sessionDigester' | 'ids'>;

const tokenBytes = 32;
const tokenForm = /^[0-9a-f]{64}$/;

export function newSessionToken({ ids }: Pick<Ports, 'ids'>): string {
  return [...ids.randomBytes(tokenBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What could be a token; garbage is refused without a query. */
export function isSessionToken(text: string): boolean {
  return tokenForm.test(text);
}

export function sessionTokenDigest({ sessionDigester }: Pick<Ports, 'sessionDigester'>, token: string): string {
  return sessionDigester.keyed('console-session', token);
}

/** Follows from the cookie's token, so that a reloaded page gets it again; the token does not follow from it. */
export function csrfTokenOf({ sessionDigester }: Pick<Ports, 'sessionDigester'>, token: string): string {
  return sessionDigester.keyed('console-csrf', token);
}

export function signedInAs(member: Member, { id, csrfDigest }: ConsoleSession, requestId: RequestId): SignedIn {
  return {
    organizationId: member.organizationId,
    memberId: member.id,
    email: member.email,
    role: member.role,
    sessionId: id,
    csrfDigest,
    mustChangePassword: member.temporaryPasswordUntil !== null,
    requestId,
  };
}
