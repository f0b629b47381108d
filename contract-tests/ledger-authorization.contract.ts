import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { LedgerAuthorization, LedgerClient, LedgerGrant } from '#core/ports';
import type { Clause, Contract } from './contract.ts';
import { refusalOf } from './ledger-bench.ts';

export interface AuthorizationUnderTest {
  readonly authorization: LedgerAuthorization;
  readonly client: LedgerClient;
  readonly redirectUri: string;
  /** Two organizations that the person may grant. */
  readonly tenantIds: readonly [string, string];
  /** The person's part: grants these tenants (none means cancel) and returns where the provider sends them. */
  consent(consentUrl: string, tenantIds: readonly string[]): Promise<string>;
}

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

async function callbackOf(
  subject: AuthorizationUnderTest,
  verifier: string,
  tenantIds: readonly string[],
): Promise<URL> {
  const { authorization, client, redirectUri } = subject;
  const flow = { redirectUri, state: 'state-1', codeChallenge: challengeOf(verifier) };
  return new URL(await subject.consent(authorization.consentUrl(client.clientId, flow), tenantIds));
}

async function grantOf(subject: AuthorizationUnderTest, tenantIds: readonly string[]): Promise<LedgerGrant> {
  const codeVerifier = newVerifier();
  const code = (await callbackOf(subject, codeVerifier, tenantIds)).searchParams.get('code') ?? '';
  return subject.authorization.exchange(subject.client, { code, redirectUri: subject.redirectUri, codeVerifier });
}

const clauses: readonly Clause<AuthorizationUnderTest>[] = [
  {
    name: 'a consent leads back with the state and a code, or with an error when the person cancels',
    async check(subject) {
      const granted = await callbackOf(subject, newVerifier(), [subject.tenantIds[0]]);
      ok(granted.href.startsWith(subject.redirectUri));
      equal(granted.searchParams.get('state'), 'state-1');
      ok(granted.searchParams.get('code'));
      const cancelled = await callbackOf(subject, newVerifier(), []);
      equal(cancelled.searchParams.get('state'), 'state-1');
      equal(cancelled.searchParams.get('code'), null);
      ok(cancelled.searchParams.get('error'));
    },
  },
  {
    name: 'a code becomes a grant with both tokens, its life, its scopes and the name of its consent',
    async check(subject) {
      const grant = await grantOf(subject, [subject.tenantIds[0]]);
      ok(grant.accessToken !== '' && grant.refreshToken !== '');
      ok(grant.expiresAt.getTime() > Date.now() - 3_600_000);
      ok(subject.authorization.requiredScopes.length > 0);
      for (const scope of subject.authorization.requiredScopes) ok(grant.scopes.includes(scope), scope);
      ok(grant.consentId);
    },
  },
  {
    name: 'a code works once, and only with its own verifier',
    async check(subject) {
      const { authorization, client, redirectUri } = subject;
      const codeVerifier = newVerifier();
      const code = (await callbackOf(subject, codeVerifier, [subject.tenantIds[0]])).searchParams.get('code') ?? '';
      const wrong = authorization.exchange(client, { code, redirectUri, codeVerifier: newVerifier() });
      equal((await refusalOf(wrong)).details.reason, 'invalid_grant');
      const right = await grantOf(subject, [subject.tenantIds[0]]);
      notEqual(right.accessToken, '');
      const fresh = newVerifier();
      const once = (await callbackOf(subject, fresh, [subject.tenantIds[0]])).searchParams.get('code') ?? '';
      await authorization.exchange(client, { code: once, redirectUri, codeVerifier: fresh });
      const twice = authorization.exchange(client, { code: once, redirectUri, codeVerifier: fresh });
      deepEqual([(await refusalOf(twice)).code], ['ACTION_REQUIRED']);
    },
  },
  {
    name: 'a refresh gives a new refresh token and an access token that works',
    async check(subject) {
      const first = await grantOf(subject, [subject.tenantIds[0]]);
      const second = await subject.authorization.refresh(subject.client, first.refreshToken);
      notEqual(second.refreshToken, first.refreshToken);
      equal((await subject.authorization.tenants(second.accessToken, null)).length, 1);
    },
  },
  {
    name: 'a refresh token that is none is the person’s matter, a wrong secret the app’s',
    async check(subject) {
      const { authorization, client } = subject;
      const dead = await refusalOf(authorization.refresh(client, 'no-such-token'));
      deepEqual([dead.code, dead.details.reason], ['ACTION_REQUIRED', 'invalid_grant']);
      const grant = await grantOf(subject, [subject.tenantIds[0]]);
      const wrong = { ...client, clientSecret: 'wrong-secret' };
      const error = await refusalOf(authorization.refresh(wrong, grant.refreshToken));
      deepEqual([error.code, error.details.reason, error.retryable], ['PROVIDER_ERROR', 'invalid_client', false]);
      ok(!JSON.stringify([error.message, error.details]).includes('wrong-secret'));
      // Nothing was spent on it.
      ok(await authorization.refresh(client, grant.refreshToken));
    },
  },
  {
    name: 'lists this consent’s organizations, or all that the token opens; never a practice',
    async check(subject) {
      const [one, two] = subject.tenantIds;
      await grantOf(subject, [one]);
      const grant = await grantOf(subject, [two]);
      const ids = async (consentId: string | null) =>
        (await subject.authorization.tenants(grant.accessToken, consentId)).map(({ tenantId }) => tenantId);
      deepEqual(await ids(grant.consentId), [two]);
      deepEqual([...(await ids(null))].sort(), [one, two].sort());
    },
  },
  {
    name: 'a consent may open several organizations, each with a name and a link of its own',
    async check(subject) {
      const grant = await grantOf(subject, subject.tenantIds);
      const tenants = await subject.authorization.tenants(grant.accessToken, grant.consentId);
      equal(tenants.length, 2);
      equal(new Set(tenants.map(({ providerConnectionId }) => providerConnectionId)).size, 2);
      ok(tenants.every(({ name, isNew }) => name !== '' && typeof isNew === 'boolean'));
    },
  },
  {
    name: 'disconnecting removes one organization only, and may be repeated',
    async check(subject) {
      const { authorization, tenantIds } = subject;
      const grant = await grantOf(subject, tenantIds);
      const [first] = await authorization.tenants(grant.accessToken, grant.consentId);
      await authorization.disconnect(grant.accessToken, first?.providerConnectionId ?? '');
      await authorization.disconnect(grant.accessToken, first?.providerConnectionId ?? '');
      const left = await authorization.tenants(grant.accessToken, null);
      deepEqual(
        left.map(({ tenantId }) => tenantId),
        tenantIds.filter((tenantId) => tenantId !== first?.tenantId),
      );
    },
  },
  {
    name: 'a token that the provider does not know is refused as the person’s matter',
    async check({ authorization }) {
      equal((await refusalOf(authorization.tenants('not-a-token', null))).code, 'ACTION_REQUIRED');
      equal((await refusalOf(authorization.disconnect('not-a-token', 'x'))).code, 'ACTION_REQUIRED');
    },
  },
];

export const ledgerAuthorizationContract: Contract<AuthorizationUnderTest> = { port: 'LedgerAuthorization', clauses };
