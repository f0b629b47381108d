import { ServiceError } from './errors.ts';
import type { FactorKind } from './factor.ts';
import type { ConsoleSessionId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { Narrowings } from './narrowing.ts';
import type { MemberRole } from './organization.ts';

/**
 * A browser in which a member is signed in; only keyed digests of its cookie and CSRF token are stored. A browser has a
 * session for each organization that it works in.
 */
export interface ConsoleSession {
  readonly id: ConsoleSessionId;
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly tokenDigest: string;
  readonly csrfDigest: string;
  /** The digest of the cookie, where this session began beside one of another organization; else null. */
  readonly besideDigest: string | null;
  /** What the member proved to begin it; null where an earlier build began it without a second factor. */
  readonly provenBy: SessionProof | null;
  /** The User-Agent header, cut to 200 characters. */
  readonly agent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

/** The password alone, or what was proved beside it. */
export type SessionProof = 'password' | FactorKind | 'recovery_code';

export const consoleSessionNarrowings: Narrowings<ConsoleSession> = {
  id: null,
  organizationId: null,
  memberId: null,
  tokenDigest: null,
  csrfDigest: null,
  besideDigest: null,
  provenBy: null,
  agent: null,
  createdAt: null,
  seenAt: null,
  expiresAt: null,
};

export const sessionIdleHours = 12;
export const sessionMostHours = 7 * 24;
/** With this many sessions, the next sign-in ends the longest unused one. */
export const sessionsMost = 20;
export const sessionTouchSeconds = 60;

export function sessionExpiry({ createdAt }: Pick<ConsoleSession, 'createdAt'>, now: Date): Date {
  const hours = (n: number) => n * 3_600_000;
  return new Date(Math.min(now.getTime() + hours(sessionIdleHours), createdAt.getTime() + hours(sessionMostHours)));
}

/** The member of a session. It has no environment, because members see both. */
export interface SignedIn {
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly email: string;
  readonly role: MemberRole;
  readonly sessionId: ConsoleSessionId;
  readonly csrfDigest: string;
  /** True if somebody else made the password: the member may then only change it. */
  readonly mustChangePassword: boolean;
  /** True if the organization requires a second factor and the member has none: the member may then only add one. */
  readonly mustAddFactor: boolean;
  readonly requestId: RequestId;
}

/** Throws FORBIDDEN `password_is_temporary`. */
export function assertOwnPassword({ mustChangePassword }: SignedIn): void {
  if (!mustChangePassword) return;
  throw new ServiceError('FORBIDDEN', 'change the temporary password first', { reason: 'password_is_temporary' });
}

/** Throws FORBIDDEN `password_is_temporary` or `second_factor_required`, before anything but a member's own account. */
export function assertAdmitted(signedIn: SignedIn): void {
  assertOwnPassword(signedIn);
  if (!signedIn.mustAddFactor) return;
  throw new ServiceError('FORBIDDEN', 'add a second factor first', { reason: 'second_factor_required' });
}
