import type { Stores } from '#core/ports';
import type { Beside, Parents, StorageOf } from './arrange.ts';
import { connectSessionClauses } from './clauses/connect-session-clauses.ts';
import { connectionClauses } from './clauses/connection-clauses.ts';
import { connectionOwnerClauses } from './clauses/connection-owner-clauses.ts';
import { connectionReadClauses } from './clauses/connection-read-clauses.ts';
import { reconciliationClauses } from './clauses/connection-round-clauses.ts';
import { credentialClauses } from './clauses/credential-clauses.ts';
import { largeConnectionClauses } from './clauses/large-list-clauses.ts';
import type { Contract } from './contract.ts';

export const connectSessionStoreContract: Contract<StorageOf<'connectSessions'> & Parents<'organizations'>> = {
  port: 'ConnectSessionStore',
  clauses: connectSessionClauses,
};

/** A list asks how long tokens have rested: the store reads those of its connections. */
export const connectionStoreContract: Contract<
  StorageOf<'connections' | 'providerCalls'> & Beside<'credentials'> & Parents<'organizations' | 'providerApps'>
> = {
  port: 'ConnectionStore',
  clauses: [...connectionClauses, ...largeConnectionClauses, ...connectionOwnerClauses, ...connectionReadClauses],
};

/** Due are connections, as they are at that moment. */
export const reconciliationStoreContract: Contract<
  Pick<Stores, 'reconciliations' | 'follows' | 'connections'> & Parents<'organizations' | 'providerApps'>
> = { port: 'ReconciliationStore', clauses: reconciliationClauses };

export const credentialStoreContract: Contract<StorageOf<'credentials'> & Parents<'organizations' | 'connections'>> = {
  port: 'CredentialStore',
  clauses: credentialClauses,
};
