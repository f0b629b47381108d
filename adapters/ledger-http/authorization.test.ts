import { expect } from 'chai';
import type { ErrorCode } from '#core/ports';
import { createLedgerAuthorization, sandboxProfile } from './index.ts';
import {
  fixedClock,
  json,
  now,
  refusalOf,
  type ScriptedAnswer,
  type ScriptedProvider,
  scriptedProvider,
} from './testing/scripted-provider.ts';

const client = { clientId: 'client-1', clientSecret: 'secret-that-must-not-leak' };
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const claims = { authentication_event_id: 'consent-1', scope: ['offline_access', 'accounting.contacts'] };
const grantDocument = { access_token: jwt(claims), refresh_token: 'refresh-2', expires_in: 1800, token_type: 'Bearer' };
const oauthError = (error: string, status = 400) => json({ error }, status);

describe('authorization', () => {
  let provider: ScriptedProvider;
  afterEach(() => provider?.close());

  const answering = async (script: Parameters<typeof scriptedProvider>[0]) => {
    provider = await scriptedProvider(script);
    const bounds = { responseTimeoutMs: 200, totalTimeoutMs: 300 };
    return createLedgerAuthorization({ profile: sandboxProfile(provider.url), clock: fixedClock, bounds });
  };

  it('builds the consent address', () => {
    const { consentUrl } = createLedgerAuthorization({ profile: sandboxProfile('http://x.test/'), clock: fixedClock });
    const url = new URL(
      consentUrl('client-1', { redirectUri: 'https://a.test/cb?b=1', state: 's&', codeChallenge: 'c' }),
    );
    expect(url.origin + url.pathname).to.equal('http://x.test/identity/connect/authorize');
    expect(Object.fromEntries(url.searchParams)).to.include({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'https://a.test/cb?b=1',
      state: 's&',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('scope')?.split(' ')).to.include.members(['offline_access', 'accounting.settings']);
    expect(url.search).not.to.contain('+');
  });

  it('exchanges a code, form-encoded, with Basic', async () => {
    const authorization = await answering(json(grantDocument));
    const flow = { code: 'code-1', redirectUri: 'https://a.test/cb', codeVerifier: 'verifier' };
    expect(await authorization.exchange(client, flow)).to.eql({
      accessToken: grantDocument.access_token,
      refreshToken: 'refresh-2',
      expiresAt: new Date(now.getTime() + 1_800_000),
      scopes: claims.scope,
      consentId: 'consent-1',
    });
    const [request] = provider.received;
    expect(request?.headers).to.include({
      authorization: `Basic ${Buffer.from('client-1:secret-that-must-not-leak').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).to.eql({
      grant_type: 'authorization_code',
      code: 'code-1',
      redirect_uri: 'https://a.test/cb',
      code_verifier: 'verifier',
    });
  });

  it('refreshes; reads scopes from the document and no consent from an opaque token', async () => {
    const authorization = await answering(json({ ...grantDocument, access_token: 'opaque', scope: 'a b  c' }));
    const grant = await authorization.refresh(client, 'refresh-1');
    expect(grant).to.deep.include({ accessToken: 'opaque', scopes: ['a', 'b', 'c'], consentId: null });
    expect(provider.received[0]?.body).to.equal('grant_type=refresh_token&refresh_token=refresh-1');
  });

  it('keeps the refresh token that a refresh did not replace', async () => {
    const { refresh_token: _none, ...rest } = grantDocument;
    const authorization = await answering(json(rest));
    expect((await authorization.refresh(client, 'refresh-1')).refreshToken).to.equal('refresh-1');
    const flow = { code: 'c', redirectUri: 'r', codeVerifier: 'v' };
    expect((await refusalOf(authorization.exchange(client, flow))).code).to.equal('PROVIDER_ERROR');
  });

  const rows: readonly [string, ScriptedAnswer, ErrorCode, string | undefined][] = [
    ['invalid_grant', oauthError('invalid_grant'), 'ACTION_REQUIRED', 'invalid_grant'],
    ['invalid_client as 400', oauthError('invalid_client'), 'PROVIDER_ERROR', 'invalid_client'],
    ['invalid_client as 401', oauthError('invalid_client', 401), 'PROVIDER_ERROR', 'invalid_client'],
    ['401 without a body', { status: 401 }, 'PROVIDER_ERROR', 'invalid_client'],
    ['unauthorized_client', oauthError('unauthorized_client'), 'PROVIDER_ERROR', 'invalid_client'],
    ['invalid_scope', oauthError('invalid_scope'), 'PROVIDER_ERROR', 'invalid_scope'],
    ['invalid_request', oauthError('invalid_request'), 'PROVIDER_ERROR', undefined],
    [
      '400 HTML',
      { status: 400, headers: { 'content-type': 'text/html' }, body: 'invalid_grant' },
      'PROVIDER_ERROR',
      undefined,
    ],
    ['429', { status: 429, headers: { 'retry-after': '5' } }, 'RATE_LIMITED', 'provider'],
    ['500', { status: 500 }, 'PROVIDER_UNAVAILABLE', undefined],
    ['503', { status: 503 }, 'PROVIDER_UNAVAILABLE', undefined],
    ['302', { status: 302, headers: { location: '/' } }, 'PROVIDER_ERROR', undefined],
    ['200 HTML', { status: 200, headers: { 'content-type': 'text/html' }, body: 'x' }, 'PROVIDER_ERROR', undefined],
    ['200 without a token', json({ expires_in: 1800 }), 'PROVIDER_ERROR', undefined],
  ];
  for (const [what, answer, code, reason] of rows) {
    it(`reads ${what} of the token endpoint as ${code}${reason ? ` ${reason}` : ''}`, async () => {
      const error = await refusalOf((await answering(answer)).refresh(client, 'refresh-1'));
      expect([error.code, error.details.reason]).to.eql([code, reason]);
      expect(JSON.stringify([error.message, error.details, error.stack])).not.to.match(/must-not-leak|refresh-1/);
    });
  }

  it('reads silence as a time-out and a refused connection as unavailable', async () => {
    const authorization = await answering(() => undefined);
    expect((await refusalOf(authorization.refresh(client, 'r'))).code).to.equal('PROVIDER_TIMEOUT');
    const nowhere = createLedgerAuthorization({ profile: sandboxProfile('http://127.0.0.1:1'), clock: fixedClock });
    expect((await refusalOf(nowhere.refresh(client, 'r'))).code).to.equal('PROVIDER_UNAVAILABLE');
  });

  it('lists real organizations, and of one consent only when asked', async () => {
    const connection = (id: string, tenantType: string, authEventId: string) => ({
      id,
      tenantId: `tenant-of-${id}`,
      tenantName: `Name ${id}`,
      tenantType,
      authEventId,
    });
    const list = [
      connection('a', 'ORGANISATION', 'consent-1'),
      connection('b', 'ORGANISATION', 'consent-0'),
      connection('c', 'PRACTICE', 'consent-1'),
      connection('d', 'PRACTICEMANAGER', 'consent-1'),
      { id: 7 },
      null,
    ];
    const authorization = await answering(json(list));
    const ids = async (consent: string | null) =>
      (await authorization.tenants('token', consent)).map(({ providerConnectionId }) => providerConnectionId);
    expect(await ids('consent-1')).to.eql(['a']);
    expect(await ids(null)).to.eql(['a', 'b']);
    expect(provider.received.map(({ path }) => path)).to.eql(['/connections?authEventId=consent-1', '/connections']);
    expect(provider.received[0]?.headers).to.include({ authorization: 'Bearer token' });
    expect(provider.received[0]?.headers).not.to.have.property('ledger-tenant-id');
  });

  for (const status of [204, 200, 404]) {
    it(`counts ${status} as disconnected`, async () => {
      await (await answering({ status })).disconnect('token', 'a/b');
      expect(provider.received[0]).to.include({ method: 'DELETE', path: '/connections/a%2Fb' });
    });
  }
});
