import { isAhead } from './ahead.ts';
import { ServiceError } from './errors.ts';
import type { ConsoleSessionId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { MemberRole } from './organization.ts';

/** A browser in which a member is signed in; only keyed digests of its cookie and CSRF token are stored. */
export interface ConsoleSession {
  readonly id: ConsoleSessionId;
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly tokenDigest: string;
  readonly csrfDigest: string;
  /** The User-Agent header, cut to 200 characters. */
  readonly agent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

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

/** The times of wrong passwords for an e-mail address (known or not) or a member; oldest first, at most ten. */
export type SignInFailures = readonly Date[];

export const failuresMost = 10;
export const failureWindowSeconds = 15 * 60;

const windowMs = failureWindowSeconds * 1000;

export function lockedSeconds(seen: SignInFailures, now: Date): number {
  const counted = seen.filter((at) => !isAhead(at, now));
  if (counted.length < failuresMost) return 0;
  const latest = Math.max(...counted.map((at) => at.getTime()));
  return Math.max(0, Math.ceil((latest + windowMs - now.getTime()) / 1000));
}

/**
 * Each try counts as failed until it succeeds, so simultaneous tries cannot pass the bound. The window slides: any ten
 * failures in fifteen minutes lock, and a lock clears them.
 */
export function withTry(seen: SignInFailures, now: Date): SignInFailures {
  return [...seen.filter((at) => at.getTime() > now.getTime() - windowMs && !isAhead(at, now)), now];
}

/** Removes a try whose password was right or never checked; simultaneous tries still count. */
export function withoutTry(seen: SignInFailures, tried: Date): SignInFailures {
  const place = seen.findIndex((at) => at.getTime() === tried.getTime());
  return place < 0 ? seen : seen.filter((_, index) => index !== place);
}
