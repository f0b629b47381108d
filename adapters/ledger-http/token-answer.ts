// What the token endpoint answers: a grant, or why there is none.
import { type ErrorCode, isJsonObject, type Json, type JsonObject, type LedgerGrant, ServiceError } from '#core/ports';
import { type CallPurpose, refusal, textOf } from './refusal.ts';
import type { ReadAnswer } from './transport.ts';

/** Provider: the life of an access token where the answer does not say it. */
const defaultLifeSeconds = 1800;

/**
 * The grant of a token document; undefined where it is none. `refreshToken` is used when a refresh brings no new
 * one. Scopes and the consent's name are read from the access token where it is a JWT: this service did not check its
 * signature and trusts it only as far as the TLS connection that it came over.
 */
export function grantOf(
  document: Json | undefined,
  now: Date,
  refreshToken: string | undefined,
): LedgerGrant | undefined {
  if (!isJsonObject(document)) return undefined;
  const accessToken = text(document, 'access_token');
  const next = text(document, 'refresh_token') ?? refreshToken;
  if (accessToken === undefined || next === undefined) return undefined;
  const claims = claimsOf(accessToken);
  const life = document['expires_in'];
  const lifeSeconds = typeof life === 'number' && life > 0 ? life : defaultLifeSeconds;
  return {
    accessToken,
    refreshToken: next,
    expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
    scopes: scopesOf(claims['scope']) ?? scopesOf(document['scope']) ?? [],
    consentId: text(claims, 'authentication_event_id') ?? null,
  };
}

function claimsOf(token: string): JsonObject {
  const [, payload = '', ...rest] = token.split('.');
  if (rest.length !== 1) return {};
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isJsonObject(claims) ? claims : {};
  } catch {
    return {};
  }
}

/** Provider: a list in the token's claim, words in the document. */
function scopesOf(value: Json | undefined): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((scope: Json) => typeof scope === 'string');
  return typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : undefined;
}

function text(from: JsonObject, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const misconfigured = {
  code: 'PROVIDER_ERROR',
  reason: 'invalid_client',
  message: 'the provider does not accept the provider app; its credentials or rights must be corrected',
} as const;

/** By the OAuth error word. What the app may not do is the app's fault; only `invalid_grant` concerns the person. */
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

/** The service error of a token endpoint's answer that is no success. */
export function tokenRefusal(answer: ReadAnswer, purpose: CallPurpose): ServiceError {
  const { status, json } = answer;
  if (status === 429 || status === 503) return refusal(answer, purpose);
  const providerError = { status, messages: [] };
  if (status >= 500) {
    const message = "the provider's sign-in is not available at present";
    return new ServiceError('PROVIDER_UNAVAILABLE', message, { providerError });
  }
  const word = json !== undefined && isJsonObject(json) ? textOf(json, 'error') : undefined;
  // Provider: answers a wrong client with 400; the standard allows 401, also without a body.
  const row = rows[word ?? (status === 401 ? 'invalid_client' : '')];
  if (row) return new ServiceError(row.code, row.message, { reason: row.reason, providerError });
  const message = `the provider's sign-in answered unexpectedly (HTTP ${status})`;
  return new ServiceError('PROVIDER_ERROR', message, { providerError });
}
