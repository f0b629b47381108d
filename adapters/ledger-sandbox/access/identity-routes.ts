/** The identity service: authorize, token, revocation, discovery, keys and connections. */
import type { Books } from '../books/books.ts';
import type { Quirks } from '../control/quirks.ts';
import type { Reply, SandboxRequest } from '../http/message.ts';
import { jsonReply, notFound } from '../http/problems.ts';
import type { BearerGate } from './bearer-gate.ts';
import { answerConnections } from './connections-endpoint.ts';
import type { Consent } from './consent.ts';
import { consentPage, problemPage } from './consent-page.ts';
import type { Grants } from './grants.ts';
import { keySet } from './identity-token.ts';
import { answerRevocation, answerToken } from './token-endpoint.ts';

export interface IdentityPorts {
  readonly books: Books;
  readonly grants: Grants;
  readonly consent: Consent;
  readonly bearers: BearerGate;
  quirks(): Quirks;
  takeLostRefresh(): boolean;
  issuer(): string;
}

/** `dropped` marks an answer that is lost on its way; undefined a path of another service. */
export type IdentityReply = Reply | { readonly dropped: true } | undefined;

const unavailable: Reply = { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Service Unavailable' };

const redirect = (location: string): Reply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

/** Shows the page on GET and takes the person's decision on POST. */
function authorize(consent: Consent, request: SandboxRequest, query: URLSearchParams): Reply {
  const isDecision = request.method === 'POST';
  const parameters = isDecision ? new URLSearchParams(Buffer.from(request.body).toString('utf8')) : query;
  const reading = consent.read(parameters);
  if (reading.kind === 'page') return problemPage(reading.problem);
  if (reading.kind === 'redirect') return redirect(reading.location);
  if (!isDecision) return consentPage(reading.request, consent.choices(reading.request), query);
  const chosen = parameters.get('decision') === 'allow' ? parameters.getAll('tenant_id') : [];
  return redirect(consent.decide(reading.request, chosen));
}

function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/identity/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  };
}

export function createIdentityRoutes(ports: IdentityPorts) {
  return (request: SandboxRequest, path: string, query: URLSearchParams): IdentityReply => {
    const lower = path.toLowerCase();
    if (lower === '/.well-known/openid-configuration') return jsonReply(200, discovery(ports.issuer()));
    if (lower === '/.well-known/openid-configuration/jwks') return jsonReply(200, keySet());
    if (lower === '/identity/connect/authorize') return authorize(ports.consent, request, query);
    const connections = /^\/connections(?:\/([^/]+))?$/.exec(lower);
    const isPost = request.method === 'POST';
    if (!connections && lower !== '/connect/token' && lower !== '/connect/revocation') return undefined;
    if (ports.quirks().identity_unavailable) return unavailable;
    if (connections) return answerConnections(ports, request, connections[1] ?? '', query);
    if (!isPost) return notFound();
    return lower === '/connect/token' ? answerToken(ports, request) : answerRevocation(ports, request);
  };
}
