// The provider's OAuth: consent address, tokens, and which organizations a consent opened.
import {
  type Clock,
  isJsonObject,
  type Json,
  type LedgerAuthorization,
  type LedgerClient,
  type LedgerGrant,
  type LedgerTenant,
} from '#core/ports';
import type { LedgerProfile } from './profile.ts';
import { type CallPurpose, refusal, unreadable } from './refusal.ts';
import { grantOf, tokenRefusal } from './token-answer.ts';
import {
  type CallBounds,
  createTransport,
  type OutgoingCall,
  queryText,
  readAnswer,
  type Transport,
} from './transport.ts';

export interface LedgerAuthorizationOptions {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  /** 5 s to connect, 10 s to the first byte, 15 s and 1 MiB in all. */
  readonly bounds?: Partial<CallBounds>;
}

const usualBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  maxBytes: 1024 * 1024,
};

export function createLedgerAuthorization({ profile, clock, ...own }: LedgerAuthorizationOptions): LedgerAuthorization {
  const site: Site = { profile, clock, transport: createTransport(), bounds: { ...usualBounds, ...own.bounds } };
  return {
    requiredScopes: profile.scopes.filter((scope) => !aboutThePerson.includes(scope)),
    consentUrl: (clientId, flow) => consentUrl(profile, clientId, flow),
    exchange: (client, { code, redirectUri, codeVerifier }) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return grant(site, client, form, undefined);
    },
    refresh: (client, refreshToken) => {
      return grant(site, client, { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);
    },
    tenants: (accessToken, consentId) => tenants(site, accessToken, consentId),
    disconnect: (accessToken, providerConnectionId) => disconnect(site, accessToken, providerConnectionId),
  };
}

/** Who consented is nice to know; nothing depends on it. */
const aboutThePerson = ['openid', 'profile', 'email'];

interface Site {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly bounds: CallBounds;
}

function consentUrl(
  profile: LedgerProfile,
  clientId: string,
  flow: { redirectUri: string; state: string; codeChallenge: string },
): string {
  const query = queryText({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: flow.redirectUri,
    scope: profile.scopes.join(' '),
    state: flow.state,
    code_challenge: flow.codeChallenge,
    code_challenge_method: 'S256',
  });
  return profile.authorizeUrl + query;
}

async function grant(
  site: Site,
  { clientId, clientSecret }: LedgerClient,
  form: Readonly<Record<string, string>>,
  refreshToken: string | undefined,
): Promise<LedgerGrant> {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  const answer = await answered(site, { method: 'POST', url: site.profile.tokenUrl, headers, body });
  const now = site.clock.now();
  if (!answer.ok) throw tokenRefusal(answer, purposeOf(now));
  const granted = grantOf(answer.json, now, refreshToken);
  if (!granted) throw unreadable('it is not a token document', answer.status, purposeOf(now));
  return granted;
}

async function tenants(site: Site, accessToken: string, consentId: string | null): Promise<readonly LedgerTenant[]> {
  const query = consentId === null ? '' : queryText({ authEventId: consentId });
  const url = site.profile.connectionsUrl + query;
  const answer = await answered(site, { method: 'GET', url, headers: bearer(accessToken) });
  const purpose = purposeOf(site.clock.now());
  if (!answer.ok) throw refusal(answer, purpose);
  if (!Array.isArray(answer.json)) throw unreadable('it is not a list of connections', answer.status, purpose);
  return answer.json.flatMap((entry: Json) => tenant(entry, consentId));
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

async function disconnect(site: Site, accessToken: string, providerConnectionId: string): Promise<void> {
  const url = `${site.profile.connectionsUrl}/${encodeURIComponent(providerConnectionId)}`;
  const answer = await answered(site, { method: 'DELETE', url, headers: bearer(accessToken) });
  if (answer.ok || answer.status === 404) return;
  throw refusal(answer, purposeOf(site.clock.now()));
}

/** Nothing here writes to the books. */
async function answered({ transport, bounds }: Site, call: Omit<OutgoingCall, 'writes'>) {
  const headers = { accept: 'application/json', 'user-agent': 'ledgerport', ...call.headers };
  const answer = await readAnswer(await transport.open({ ...call, headers, writes: false }, bounds));
  const ok = answer.status >= 200 && answer.status < 300;
  if (answer.failure && ok) throw answer.failure;
  return { ok, ...answer };
}

function purposeOf(now: Date): CallPurpose {
  return { writes: false, record: null, now };
}

function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}
