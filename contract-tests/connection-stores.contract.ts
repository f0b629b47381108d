import type { Storage } from '#core/ports';
import { connectSessionClauses } from './clauses/connect-session-clauses.ts';
import { connectionClauses } from './clauses/connection-clauses.ts';
import { connectionOwnerClauses } from './clauses/connection-owner-clauses.ts';
import { connectionRoundClauses } from './clauses/connection-round-clauses.ts';
import { credentialClauses } from './clauses/credential-clauses.ts';
import { largeConnectionClauses } from './clauses/large-list-clauses.ts';
import type { Contract } from './contract.ts';

/** Connections, the way to them, and their tokens. */
export const connectionStoresContract: Contract<Storage> = {
  port: 'ConnectSessionStore, ConnectionStore, CredentialStore',
  clauses: [
    ...connectSessionClauses,
    ...connectionClauses,
    ...largeConnectionClauses,
    ...connectionOwnerClauses,
    ...connectionRoundClauses,
    ...credentialClauses,
  ],
};
