import type { ConnectSession, ConnectSessionState } from '../domain/connect-session.ts';

/** Keeps connect sessions. Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectSessionStore {
  insert(session: ConnectSession): Promise<void>;
  findByTokenDigest(digest: string): Promise<ConnectSession | undefined>;
  findByStateDigest(digest: string): Promise<ConnectSession | undefined>;
  /** Keeps `next` if the session still is in state `from`; false when another request was first. */
  advance(next: ConnectSession, from: ConnectSessionState): Promise<boolean>;
  /** Sessions that expired before this moment while the person was choosing, oldest first, at most `limit`. */
  listUnchosen(expiredBefore: Date, limit: number): Promise<readonly ConnectSession[]>;
}
