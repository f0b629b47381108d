import {
  type ErrorCode,
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerAuthorization,
  type LedgerClient,
  type LedgerGrant,
  type LedgerTenant,
  ServiceError,
} from '#core/ports';
import {
  type CallBounds,
  createTransport,
  type OutgoingCall,
  parsedJson,
  queryText,
  type ReadAnswer,
  readAnswer,
} from '../outgoing-http/transport.ts';
import { apartScopes, coveredBy, scopesFor } from './capabilities.ts';
import type { LedgerHttpOptions } from './gateway.ts';
import type { LedgerProfile } from './profile.ts';
import { type CallPurpose, refusal, unreadable } from './refusal.ts';
import { textAt } from './wire/field.ts';

const usualBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  maxBytes: 1024 * 1024,
};

/** A grant may lack these scopes. */
const aboutThePerson = ['openid', 'profile', 'email'];

export function createLedgerAuthorization({ profile, clock, ...rest }: LedgerHttpOptions): LedgerAuthorization {
  const { bounds, transport: open = createTransport() } = rest;
  const purpose = (): CallPurpose => ({ writes: false, record: null, now: clock.now() });
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  async function answered(call: Omit<OutgoingCall, 'writes'>) {
    const headers = { accept: 'application/json', 'user-agent': 'ledgerport', ...call.headers };
    const opened = await open({ ...call, headers, writes: false }, { ...usualBounds, ...bounds });
    const answer = await readAnswer(opened);
    const ok = answer.status >= 200 && answer.status < 300;
    if (answer.failure && ok) throw answer.failure;
    return { ok, ...answer };
  }

  async function grant(client: LedgerClient, form: Readonly<Record<string, string>>): Promise<LedgerGrant> {
    const headers = { authorization: basic(client), 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    const answer = await answered({ method: 'POST', url: profile.tokenUrl, headers, body });
    if (!answer.ok) throw tokenRefusal(answer, purpose());
    const granted = grantOf(answer.json, clock.now(), form['refresh_token']);
    if (!granted) throw unreadable('it is not a token document', answer.status, purpose());
    return granted;
  }

  return {
    requiredScopes: scopesFor(profile.capabilities).filter((scope) => !aboutThePerson.includes(scope)),
    apartScopes: apartScopes(profile.capabilities),
    coveredBy,
    consentUrl: consentUrlOf(profile),
    exchange: (client, { code, redirectUri, codeVerifier: code_verifier }) =>
      grant(client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier }),
    refresh: (client, refreshToken) => grant(client, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async tenants(accessToken, consentId) {
      const url = profile.connectionsUrl + queryText(consentId === null ? {} : { authEventId: consentId });
      const answer = await answered({ method: 'GET', url, headers: bearer(accessToken) });
      if (!answer.ok) throw refusal(answer, purpose());
      if (!Array.isArray(answer.json)) throw unreadable('it is not a list of connections', answer.status, purpose());
      return answer.json.flatMap((entry: Json) => tenant(entry, consentId));
    },
    async disconnect(accessToken, providerConnectionId) {
      const url = `${profile.connectionsUrl}/${encodeURIComponent(providerConnectionId)}`;
      const answer = await answered({ method: 'DELETE', url, headers: bearer(accessToken) });
      if (!answer.ok && answer.status !== 404) throw refusal(answer, purpose());
    },
  };
}

function basic({ clientId, clientSecret }: LedgerClient): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function consentUrlOf({ authorizeUrl, capabilities }: LedgerProfile): LedgerAuthorization['consentUrl'] {
  return (clientId, { redirectUri, state, codeChallenge }) =>
    authorizeUrl +
    queryText({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopesFor(capabilities).join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
}

/** Provider: the list also holds connections of earlier consents and of accounting practices. */
function tenant(entry: Json, consentId: string | null): LedgerTenant[] {
  if (!isJsonObject(entry)) return [];
  const { id, tenantId, tenantName, tenantType, authEventId, createdDateUtc, updatedDateUtc } = entry;
  if (typeof id !== 'string' || typeof tenantId !== 'string' || tenantType !== 'ORGANISATION') return [];
  if (consentId !== null && authEventId !== consentId) return [];
  const name = typeof tenantName === 'string' ? tenantName : '';
  return [{ providerConnectionId: id, tenantId, name, isNew: isSameTime(createdDateUtc, updatedDateUtc) }];
}

const sameTimeMs = 2_000;

/** Provider: when a later consent renews a connection, its creation date stays. */
function isSameTime(created: Json | undefined, updated: Json | undefined): boolean {
  const apart = Date.parse(String(updated)) - Date.parse(String(created));
  return Math.abs(apart) <= sameTimeMs;
}

/** Provider: how long an access token lives when the answer does not say. */
const defaultLifeSeconds = 1800;

/** Reads scopes and consent from the access token. Its signature is not checked, because it comes over TLS. */
function grantOf(document: Json | undefined, now: Date, refreshToken: string | undefined): LedgerGrant | undefined {
  if (!isJsonObject(document)) return undefined;
  const accessToken = textAt(document, 'access_token');
  const next = textAt(document, 'refresh_token') ?? refreshToken;
  if (accessToken === null || next === undefined) return undefined;
  const claims = claimsOf(accessToken);
  const life = document['expires_in'];
  const lifeSeconds = typeof life === 'number' && life > 0 ? life : defaultLifeSeconds;
  return {
    accessToken,
    refreshToken: next,
    expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
    scopes: scopesOf(claims['scope']) ?? scopesOf(document['scope']) ?? [],
    consentId: textAt(claims, 'authentication_event_id'),
  };
}

function claimsOf(token: string): JsonObject {
  const [, payload = '', ...rest] = token.split('.');
  if (rest.length !== 1) return {};
  const claims = parsedJson(Buffer.from(payload, 'base64url'));
  return isJsonObject(claims) ? claims : {};
}

/** Provider: the token's claim holds a list, the document words separated by spaces. */
function scopesOf(value: Json | undefined): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((scope: Json) => typeof scope === 'string');
  return typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : undefined;
}

const misconfigured = {
  code: 'PROVIDER_ERROR',
  reason: 'invalid_client',
  message: 'the provider does not accept the provider app; its credentials or rights must be corrected',
} as const;

/** Only `invalid_grant` concerns the person; other errors are faults of the app. */
const rows: Readonly<Record<string, Readonly<{ code: ErrorCode; reason: string; message: string }>>> = {
  invalid_grant: {
    code: 'ACTION_REQUIRED',
    reason: 'invalid_grant',
    message: 'the provider no longer accepts the authorization; the organization must be connected again',
  },
  invalid_client: misconfigured,
  unauthorized_client: misconfigured,
  invalid_scope: { ...misconfigured, reason: 'invalid_scope' },
};

function tokenRefusal(answer: ReadAnswer, purpose: CallPurpose): ServiceError {
  const { status, json } = answer;
  if (status === 429 || status === 503) return refusal(answer, purpose);
  const providerError = { status, messages: [] };
  if (status >= 500) {
    const message = "the provider's sign-in is not available at present";
    return new ServiceError('PROVIDER_UNAVAILABLE', message, { providerError });
  }
  const word = isJsonObject(json) ? textAt(json, 'error') : null;
  // Provider: a wrong client gets 400. The OAuth standard also allows 401 without a body.
  const row = rows[word ?? (status === 401 ? 'invalid_client' : '')];
  if (row) return new ServiceError(row.code, row.message, { reason: row.reason, providerError });
  const message = `the provider's sign-in answered unexpectedly (HTTP ${status})`;
  return new ServiceError('PROVIDER_ERROR', message, { providerError });
}
