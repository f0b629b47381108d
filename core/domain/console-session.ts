import { isAhead } from './ahead.ts';
import type { ConsoleSessionId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { MemberRole } from './organization.ts';

/** A member's browser. Of its cookie and its CSRF token only keyed digests are stored. */
export interface ConsoleSession {
  readonly id: ConsoleSessionId;
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly tokenDigest: string;
  readonly csrfDigest: string;
  /** What the browser calls itself, cut to 200 characters. */
  readonly agent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

/** A session lasts this long after it was last used (decisions: "12 h sliding"), */
export const sessionIdleHours = 12;
/** and never longer than this in all. */
export const sessionMostHours = 7 * 24;
/** A member has so many at once; one more ends the one that was longest unused. */
export const sessionsMost = 20;
/** How often its use is noted. */
export const sessionTouchSeconds = 60;

export function sessionExpiry({ createdAt }: Pick<ConsoleSession, 'createdAt'>, now: Date): Date {
  const hours = (n: number) => n * 3_600_000;
  return new Date(Math.min(now.getTime() + hours(sessionIdleHours), createdAt.getTime() + hours(sessionMostHours)));
}

/** Who asks, as established by a session cookie. Not a plane: a member sees both environments. */
export interface SignedIn {
  readonly organizationId: OrganizationId;
  readonly memberId: MemberId;
  readonly email: string;
  /** As it is now, not as it was at sign-in. */
  readonly role: MemberRole;
  readonly sessionId: ConsoleSessionId;
  readonly csrfDigest: string;
  /** Its first password was made by somebody else: nothing but changing it is allowed. */
  readonly mustChangePassword: boolean;
  readonly requestId: RequestId;
}

/**
 * When an e-mail address, or a member who changes the password, was given a wrong one, whether or not there is such a
 * member; oldest first, at most ten.
 */
export type SignInFailures = readonly Date[];

/** Ten failures within fifteen minutes lock an account for fifteen (decisions, 4). */
export const failuresMost = 10;
export const failureWindowSeconds = 15 * 60;

const windowMs = failureWindowSeconds * 1000;

/** Seconds until a further try is allowed; 0 when it is now. */
export function lockedSeconds(seen: SignInFailures, now: Date): number {
  const counted = seen.filter((at) => !isAhead(at, now));
  if (counted.length < failuresMost) return 0;
  const latest = Math.max(...counted.map((at) => at.getTime()));
  return Math.max(0, Math.ceil((latest + windowMs - now.getTime()) / 1000));
}

/**
 * With one more try, which counts as failed until it succeeds: tries at the same time cannot go round the bound. The
 * fifteen minutes slide: wherever they begin, ten failures lock. After a lock none is left within them.
 */
export function withTry(seen: SignInFailures, now: Date): SignInFailures {
  return [...seen.filter((at) => at.getTime() > now.getTime() - windowMs && !isAhead(at, now)), now];
}

/** Without a try that was right after all or was never checked; tries made at the same time still count. */
export function withoutTry(seen: SignInFailures, tried: Date): SignInFailures {
  const place = seen.findIndex((at) => at.getTime() === tried.getTime());
  return place < 0 ? seen : seen.filter((_, index) => index !== place);
}
