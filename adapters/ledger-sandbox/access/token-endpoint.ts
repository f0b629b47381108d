/** The token and revocation endpoints. */
import type { Books } from '../books/books.ts';
import type { Reply, SandboxRequest } from '../http/message.ts';
import { jsonReply } from '../http/problems.ts';
import { authenticateClient } from './client-authentication.ts';
import type { Grants } from './grants.ts';
import type { TokenDocument } from './token-issuer.ts';

export interface TokenPorts {
  readonly books: Books;
  readonly grants: Grants;
  /** True if the answer to this refresh shall be lost. */
  takeLostRefresh(): boolean;
}

const oauthError = (error: string): Reply => jsonReply(400, { error });

const formOf = (request: SandboxRequest): URLSearchParams =>
  new URLSearchParams(Buffer.from(request.body).toString('utf8'));

const tokenReply = (document: TokenDocument | undefined): Reply =>
  document ? jsonReply(200, document, { 'cache-control': 'no-store' }) : oauthError('invalid_grant');

export function answerToken(ports: TokenPorts, request: SandboxRequest): Reply | { readonly dropped: true } {
  const form = formOf(request);
  const client = authenticateClient(ports.books, request.headers['authorization'], form);
  if (client.kind === 'refused') return oauthError(client.error);
  const { clientId } = client;
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') {
    const redirectUri = form.get('redirect_uri') ?? '';
    const codeVerifier = form.get('code_verifier') ?? undefined;
    return tokenReply(ports.grants.exchange({ clientId, code: form.get('code') ?? '', redirectUri, codeVerifier }));
  }
  if (grantType === 'refresh_token') {
    const document = ports.grants.refresh(clientId, form.get('refresh_token') ?? '');
    return document && ports.takeLostRefresh() ? { dropped: true } : tokenReply(document);
  }
  return oauthError(grantType === null ? 'invalid_request' : 'unsupported_grant_type');
}

export function answerRevocation(ports: TokenPorts, request: SandboxRequest): Reply {
  const form = formOf(request);
  const client = authenticateClient(ports.books, request.headers['authorization'], form);
  if (client.kind === 'refused') return oauthError(client.error);
  ports.grants.revoke(client.clientId, form.get('token') ?? '');
  return { status: 200, headers: {}, body: '' };
}
