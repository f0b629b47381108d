import type { Books } from '../books/books.ts';
import { isKnownScope, splitScopes } from './scopes.ts';

export interface AuthorizeRequest {
  readonly clientId: string;
  readonly appName: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: string | undefined;
}

/** `page`: the provider shows an error and never redirects. `redirect`: the app gets the error. */
export type AuthorizeReading =
  | { readonly kind: 'request'; readonly request: AuthorizeRequest }
  | { readonly kind: 'page'; readonly problem: string }
  | { readonly kind: 'redirect'; readonly location: string };

export function callbackUrl(redirectUri: string, values: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.toString();
}

export function readAuthorizeRequest(parameters: URLSearchParams, books: Books): AuthorizeReading {
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const app = books.apps.get(clientId);
  if (!app) return { kind: 'page', problem: 'unauthorized_client: this client_id is not known.' };
  if (!app.redirectUris.includes(redirectUri)) {
    return { kind: 'page', problem: 'invalid_redirect_uri: this redirect_uri is not registered for the app.' };
  }
  const state = parameters.get('state') ?? undefined;
  const refuse = (error: string): AuthorizeReading => ({
    kind: 'redirect',
    location: callbackUrl(redirectUri, { error, state }),
  });
  if (parameters.get('response_type') !== 'code') return refuse('unsupported_response_type');
  const scopes = splitScopes(parameters.get('scope') ?? undefined);
  // Provider: one scope that the app may not ask for fails the whole consent.
  const mayAsk = (scope: string) => isKnownScope(scope) && (app.scopes?.includes(scope) ?? true);
  if (scopes.length === 0 || !scopes.every(mayAsk)) return refuse('invalid_scope');
  const codeChallenge = parameters.get('code_challenge') ?? undefined;
  if (codeChallenge !== undefined && parameters.get('code_challenge_method') !== 'S256')
    return refuse('invalid_request');
  if (codeChallenge === undefined && app.clientSecret === undefined) return refuse('invalid_request');
  const nonce = parameters.get('nonce') ?? undefined;
  const request = { clientId, appName: app.name, redirectUri, scopes, state, nonce, codeChallenge };
  return { kind: 'request', request };
}
