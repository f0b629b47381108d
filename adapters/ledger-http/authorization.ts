// The provider's OAuth: consent address, tokens, and which organizations a consent opened.
import {
  isJsonObject,
  type Json,
  type LedgerAuthorization,
  type LedgerClient,
  type LedgerGrant,
  type LedgerTenant,
} from '#core/ports';
import type { LedgerHttpOptions } from './gateway.ts';
import type { LedgerProfile } from './profile.ts';
import { type CallPurpose, refusal, unreadable } from './refusal.ts';
import { grantOf, tokenRefusal } from './token-answer.ts';
import { type CallBounds, createTransport, type OutgoingCall, queryText, readAnswer } from './transport.ts';

const usualBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  maxBytes: 1024 * 1024,
};

/** Who consented is nice to know; nothing depends on it. */
const aboutThePerson = ['openid', 'profile', 'email'];

export function createLedgerAuthorization({ profile, clock, bounds }: LedgerHttpOptions): LedgerAuthorization {
  // A consent's code is spent after one exchange, so no call of a connect meets a connection that was closed meanwhile.
  const open = createTransport({ keepsOpen: false });
  const purpose = (): CallPurpose => ({ writes: false, record: null, now: clock.now() });
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  /** Nothing here writes to the books. */
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
    requiredScopes: profile.scopes.filter((scope) => !aboutThePerson.includes(scope)),
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

function consentUrlOf({ authorizeUrl, scopes }: LedgerProfile): LedgerAuthorization['consentUrl'] {
  return (clientId, { redirectUri, state, codeChallenge }) =>
    authorizeUrl +
    queryText({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    });
}

/** Provider: connections of earlier consents and of accounting practices may be in the list too. */
function tenant(entry: Json, consentId: string | null): LedgerTenant[] {
  if (!isJsonObject(entry)) return [];
  const { id, tenantId, tenantName, tenantType, authEventId, createdDateUtc, updatedDateUtc } = entry;
  if (typeof id !== 'string' || typeof tenantId !== 'string' || tenantType !== 'ORGANISATION') return [];
  if (consentId !== null && authEventId !== consentId) return [];
  const name = typeof tenantName === 'string' ? tenantName : '';
  return [{ providerConnectionId: id, tenantId, name, isNew: isSameTime(createdDateUtc, updatedDateUtc) }];
}

/** Two consents of one person are further apart. */
const sameTimeMs = 2_000;

/** Provider: a link that a later consent renews has its first day of creation and a new day of change. */
function isSameTime(created: Json | undefined, updated: Json | undefined): boolean {
  const apart = Date.parse(String(updated)) - Date.parse(String(created));
  return Math.abs(apart) <= sameTimeMs;
}
