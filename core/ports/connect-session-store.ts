import type { ConnectSession, ConnectSessionState } from '../domain/connect-session.ts';

/** Stores connect sessions. Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectSessionStore {
  insert(session: ConnectSession): Promise<void>;
  findByTokenDigest(digest: string): Promise<ConnectSession | undefined>;
  findByStateDigest(digest: string): Promise<ConnectSession | undefined>;
  /** Stores `next` if the session is still in state `from`; false when another request was first. */
  advance(next: ConnectSession, from: ConnectSessionState): Promise<boolean>;
  /** Sessions that expired before this moment while the person was choosing, oldest first, at most `limit`. */
  listUnchosen(expiredBefore: Date, limit: number): Promise<readonly ConnectSession[]>;
}
