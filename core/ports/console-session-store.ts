import type { ConsoleSession } from '../domain/console-session.ts';
import type { ConsoleSessionId, MemberId } from '../domain/ids.ts';

/** Stores the sessions of members' browsers. Proven by contract-tests/console-stores.contract.ts. */
export interface ConsoleSessionStore {
  insert(session: ConsoleSession): Promise<void>;
  /** Read from the database every time, so that a revocation takes effect at once; undefined for an ended one. */
  findByDigest(tokenDigest: string, now: Date): Promise<ConsoleSession | undefined>;
  /** Those that have not ended, latest used first, at most 100. */
  list(memberId: MemberId, now: Date): Promise<readonly ConsoleSession[]>;
  touch(id: ConsoleSessionId, seenAt: Date, expiresAt: Date): Promise<void>;
  /** False when the member has no such session. */
  remove(memberId: MemberId, id: ConsoleSessionId): Promise<boolean>;
  /** All of a member's, except one if it is named; returns how many. */
  removeAll(memberId: MemberId, but?: ConsoleSessionId): Promise<number>;
}
