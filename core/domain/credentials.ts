import type { ConnectionId } from './ids.ts';

/** A connection's rotating tokens, sealed. `generation` counts refreshes and decides between racing refreshers. */
export interface Credentials {
  readonly connectionId: ConnectionId;
  readonly generation: number;
  readonly sealedAccessToken: string;
  readonly sealedRefreshToken: string;
  /** Kept until the newer refresh token has worked once. */
  readonly sealedPreviousRefreshToken: string | null;
  readonly accessExpiresAt: Date;
  readonly refreshedAt: Date;
}

/** A token is renewed this long before it dies, so that no call starts with a dying one. */
export const refreshMarginSeconds = 60;
/** How long one process may hold the right to refresh: longer than the two token calls that it may take. */
export const refreshLeaseSeconds = 45;

export function isFresh(credentials: Credentials, now: Date): boolean {
  return credentials.accessExpiresAt.getTime() - refreshMarginSeconds * 1000 > now.getTime();
}

/** A token that nobody used for so long is renewed all the same: the provider lets an idle grant die. */
export const idleHours = 24;
