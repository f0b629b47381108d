import type { Credentials } from '../domain/connection.ts';
import type { ConnectionId } from '../domain/ids.ts';

export interface RefreshClaim {
  readonly generation: number;
  readonly holder: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** Stores sealed tokens; decides who refreshes. Proven by contract-tests/connection-stores.contract.ts. */
export interface CredentialStore {
  find(connectionId: ConnectionId): Promise<Credentials | undefined>;
  /** Stores the tokens of a new consent in place of any others; the generation is one higher. */
  put(credentials: Omit<Credentials, 'generation'>): Promise<void>;
  /**
   * Grants one holder the right to refresh this generation until `leaseUntil`; false while another holds it or when
   * a later generation is stored.
   */
  claimRefresh(connectionId: ConnectionId, claim: RefreshClaim): Promise<boolean>;
  /** Stores the next generation and ends the lease; false when this holder has lost it or a later one is stored. */
  replace(next: Credentials, holder: string): Promise<boolean>;
  /** Ends the lease after a refresh that failed. */
  yieldRefresh(connectionId: ConnectionId, holder: string): Promise<void>;
  remove(connectionId: ConnectionId): Promise<void>;
}
