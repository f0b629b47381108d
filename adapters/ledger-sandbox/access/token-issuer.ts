import { createHash } from 'node:crypto';
import type { Books } from '../books/books.ts';
import type { AccessTokenRecord } from './access-token-record.ts';
import { signToken } from './identity-token.ts';
import type { RefreshTokenRecord } from './refresh-token-record.ts';

const accessLifeSeconds = 1800;
const identityLifeSeconds = 300;
const refreshLifeSeconds = 60 * 86_400;
/** The one person who signs in at the sandbox. */
const personId = '6f1d3f9e-2c55-4b0a-9f0e-0d6b3a1c7e42';

export interface IssuerPorts {
  readonly books: Books;
  now(): number;
  newId(): string;
  issuer(): string;
}

/** What a code and a refresh token have in common. */
export interface Granted {
  readonly clientId: string;
  readonly consentId: string;
  readonly tenantIds: readonly string[];
  readonly scopes: readonly string[];
}

/** The token endpoint's answer. */
export interface TokenDocument {
  readonly id_token?: string;
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
  readonly refresh_token?: string;
  readonly scope: string;
}

function commonClaims({ now, issuer }: IssuerPorts, lifeSeconds: number) {
  const seconds = Math.floor(now() / 1000);
  return { nbf: seconds, iat: seconds, exp: seconds + lifeSeconds, iss: issuer(), sub: personId, auth_time: seconds };
}

function issueAccess(ports: IssuerPorts, { clientId, consentId, scopes }: Granted): AccessTokenRecord {
  const id = ports.newId();
  const token = signToken({
    ...commonClaims(ports, accessLifeSeconds),
    aud: `${ports.issuer()}/resources`,
    client_id: clientId,
    jti: id,
    authentication_event_id: consentId,
    scope: scopes,
    amr: ['pwd'],
  });
  const expiresAt = ports.now() + accessLifeSeconds * 1000;
  return ports.books.accessTokens.put({ id, updated: ports.now(), token, clientId, consentId, scopes, expiresAt });
}

function issueRefresh(ports: IssuerPorts, granted: Granted): RefreshTokenRecord {
  const { clientId, consentId, tenantIds, scopes } = granted;
  return ports.books.refreshTokens.put({
    id: ports.newId(),
    updated: ports.now(),
    token: createHash('sha256')
      .update(ports.newId() + ports.newId())
      .digest('base64url'),
    clientId,
    consentId,
    tenantIds,
    scopes,
    expiresAt: ports.now() + refreshLifeSeconds * 1000,
  });
}

function identityToken(ports: IssuerPorts, { clientId, consentId }: Granted, nonce: string | undefined): string {
  const person = { email: 'person@example.com', name: 'Sandbox Person' };
  const claims = { ...commonClaims(ports, identityLifeSeconds), aud: clientId, sid: consentId, ...person };
  return signToken(nonce === undefined ? claims : { ...claims, nonce });
}

/** Adds a refresh token only with `offline_access`, an identity token only with `openid`. */
export function issueTokens(ports: IssuerPorts, granted: Granted, nonce: string | undefined): TokenDocument {
  const { scopes } = granted;
  return {
    ...(scopes.includes('openid') ? { id_token: identityToken(ports, granted, nonce) } : {}),
    access_token: issueAccess(ports, granted).token,
    expires_in: accessLifeSeconds,
    token_type: 'Bearer',
    ...(scopes.includes('offline_access') ? { refresh_token: issueRefresh(ports, granted).token } : {}),
    scope: scopes.join(' '),
  };
}
