/** Consents, codes and refresh tokens. One person signs in here, so connections are per app. */
import { createHash } from 'node:crypto';
import { type Books, grantKey } from '../books/books.ts';
import type { AuthorizationCodeRecord } from './authorization-code-record.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { RefreshTokenRecord } from './refresh-token-record.ts';
import { type IssuerPorts, issueTokens, type TokenDocument } from './token-issuer.ts';

const codeLifeSeconds = 300;
const graceSeconds = 1800;
/** Expired access tokens are kept this long, so that the answer is "expired" and not "unknown". */
const expiredMemorySeconds = 86_400;

export interface CodeExchange {
  readonly clientId: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string | undefined;
}

export interface Grants {
  /** Connects the chosen tenants, renews those that were connected before, and returns the code. */
  consent(request: AuthorizeRequest, tenantIds: readonly string[]): string;
  /**
   * Undefined stands for `invalid_grant`: the code is unknown, used, expired, or for another client or address, or the
   * verifier is wrong.
   */
  exchange(request: CodeExchange): TokenDocument | undefined;
  /** Returns a new pair each time. The used token works for a grace time after its first use. */
  refresh(clientId: string, token: string): TokenDocument | undefined;
  /** Provider: revocation ends the person's tokens and all connections of the app. */
  revoke(clientId: string, refreshToken: string): void;
  /** Acts as a person who removes the apps from the organisation: connections and the consents' refresh tokens end. */
  disconnectTenant(tenantId: string): void;
}

export function createGrants(ports: IssuerPorts): Grants {
  const { books, now } = ports;
  return {
    consent: (request, tenantIds) => consent(ports, request, tenantIds),
    exchange(request) {
      const code = books.codes.get(request.code);
      if (!code) return undefined;
      books.codes.remove(code.id);
      const isSame = code.clientId === request.clientId && code.redirectUri === request.redirectUri;
      const fits = isSame && code.expiresAt > now() && verifierFits(code, request.codeVerifier);
      return fits ? issueTokens(ports, code, code.nonce) : undefined;
    },
    refresh(clientId, token) {
      sweep(books, now());
      const current = books.refreshTokens.find('token', token)[0];
      if (current?.clientId !== clientId || !isAlive(current, now())) return undefined;
      if (current.rotatedAt === undefined) books.refreshTokens.put({ ...current, rotatedAt: now() });
      return issueTokens(ports, current, undefined);
    },
    revoke(clientId, refreshToken) {
      if (books.refreshTokens.find('token', refreshToken)[0]?.clientId === clientId) forgetApp(books, clientId);
    },
    disconnectTenant: (tenantId) => disconnectTenant(books, tenantId),
  };
}

function consent(ports: IssuerPorts, request: AuthorizeRequest, tenantIds: readonly string[]): string {
  const { books, now, newId } = ports;
  const { clientId, redirectUri, scopes, codeChallenge, nonce } = request;
  const consentId = newId();
  for (const tenantId of tenantIds) {
    const before = books.connections.find('grant', grantKey(clientId, tenantId))[0];
    const id = before?.id ?? newId();
    const createdAt = before?.createdAt ?? now();
    books.connections.put({ id, updated: now(), clientId, tenantId, consentId, createdAt });
  }
  const id = newId().replaceAll('-', '') + newId().replaceAll('-', '');
  const expiresAt = now() + codeLifeSeconds * 1000;
  const granted = { clientId, redirectUri, scopes, consentId, tenantIds, codeChallenge, nonce };
  books.codes.put({ id, updated: now(), ...granted, expiresAt });
  return id;
}

const isAlive = (token: RefreshTokenRecord, at: number): boolean =>
  token.expiresAt > at && (token.rotatedAt === undefined || token.rotatedAt + graceSeconds * 1000 > at);

function verifierFits(code: AuthorizationCodeRecord, verifier: string | undefined): boolean {
  if (code.codeChallenge === undefined) return true;
  if (verifier === undefined || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
  return createHash('sha256').update(verifier).digest('base64url') === code.codeChallenge;
}

/** Removes what no longer matters, so that refreshing for a long time needs no more room. */
function sweep(books: Books, at: number): void {
  for (const token of books.refreshTokens.list()) if (!isAlive(token, at)) books.refreshTokens.remove(token.id);
  for (const code of books.codes.list()) if (code.expiresAt <= at) books.codes.remove(code.id);
  const oldest = at - expiredMemorySeconds * 1000;
  for (const token of books.accessTokens.list()) if (token.expiresAt < oldest) books.accessTokens.remove(token.id);
}

function forgetApp(books: Books, clientId: string): void {
  for (const shelf of [books.refreshTokens, books.accessTokens, books.connections]) {
    for (const record of shelf.list()) if (record.clientId === clientId) shelf.remove(record.id);
  }
}

function disconnectTenant(books: Books, tenantId: string): void {
  for (const connection of books.connections.list()) {
    if (connection.tenantId === tenantId) books.connections.remove(connection.id);
  }
  for (const token of books.refreshTokens.list()) {
    if (token.tenantIds.includes(tenantId)) books.refreshTokens.remove(token.id);
  }
}
