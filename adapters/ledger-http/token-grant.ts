import { isJsonObject, type Json, type JsonObject, type LedgerGrant } from '#core/ports';

/** Provider: the life of an access token where the answer does not say it. */
const defaultLifeSeconds = 1800;

/**
 * The grant of a token document; undefined where it is none. `refreshToken` stands in when a refresh brings no new
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
