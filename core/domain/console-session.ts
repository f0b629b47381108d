import type { ConsoleSessionId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { MemberRole } from './member.ts';

/** A member's browser. Of its cookie and its CSRF token only keyed digests are kept. */
export interface ConsoleSession {
  readonly id: ConsoleSessionId;
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
