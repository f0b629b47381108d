import { expect } from 'chai';
import {
  authorizeUrl,
  clientId,
  type Drive,
  driveSandbox,
  items,
  type Loose,
  redirectUri,
} from '../drive-sandbox.test.ts';

describe('sandbox authorization', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  const pathOf = (url: string) => url.slice('http://ledger.test'.length);
  const allow = async (url: string): Promise<URL> => {
    const body = { authorize_url: url, tenant_ids: [drive.tenantId] };
    return new URL(String((await drive.control('POST', 'consent', body)).json['callback_url']));
  };
  const exchange = (code: string | null, changes: Record<string, string> = {}, secret?: string) =>
    drive.form(
      '/connect/token',
      { grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri, ...changes },
      secret,
    );
  const refresh = (token: unknown, secret?: string) =>
    drive.form('/connect/token', { grant_type: 'refresh_token', refresh_token: String(token) }, secret);
  const call = (tokens: Loose | undefined) =>
    drive.api('GET', 'Organisation', undefined, { authorization: `Bearer ${tokens?.['access_token']}` });
  const error = (answer: { json: Loose } | undefined) => answer?.json['error'];

  it('shows a page that works without scripts, and takes the decision from its form', async () => {
    const page = await drive.send('GET', pathOf(authorizeUrl({ state: '"><b>' })));
    expect(page?.status).to.equal(200);
    expect(page?.text).to.include('Harbour Tools Ltd').and.include('Miro Joinery Ltd').and.not.include('Practice');
    expect(page?.text).to.not.include('"><b>').and.not.include('<script');
    const form = new URLSearchParams(new URL(authorizeUrl()).search);
    const decide = async (values: [string, string][]) => {
      const all = new URLSearchParams([...form, ...values]);
      const answer = await drive.send('POST', '/identity/connect/authorize', { raw: all.toString() });
      return new URL(answer?.headers['location'] ?? '').searchParams;
    };
    const allowed = await decide([
      ['tenant_id', drive.tenantId],
      ['decision', 'allow'],
    ]);
    expect([allowed.get('state'), allowed.has('code')]).to.deep.equal(['st-1', true]);
    for (const values of [
      [
        ['tenant_id', drive.tenantId],
        ['decision', 'cancel'],
      ],
      [['decision', 'allow']],
    ]) {
      const cancelled = await decide(values as [string, string][]);
      expect([cancelled.get('error'), cancelled.get('state')]).to.deep.equal(['access_denied', 'st-1']);
    }
  });

  it('never redirects to an address that is not registered', async () => {
    for (const changes of [{ redirect_uri: 'http://localhost:8080/callback/' }, { client_id: 'nobody' }]) {
      const answer = await drive.send('GET', pathOf(authorizeUrl(changes)));
      expect([answer?.status, answer?.headers['location']]).to.deep.equal([400, undefined]);
    }
    const scope = await drive.send('GET', pathOf(authorizeUrl({ scope: 'nonsense' })));
    expect(scope?.headers['location']).to.include('error=invalid_scope');
  });

  it('ends the whole consent for one scope that the app may not ask for', async () => {
    const locationOf = async (scope: string) =>
      (await drive.send('GET', pathOf(authorizeUrl({ scope }))))?.headers['location'] ?? 'the consent page';
    const scopes = ['offline_access', 'accounting.contacts'];
    await drive.control('POST', 'apps', { client_id: clientId, scopes });
    expect(await locationOf(scopes.join(' '))).not.to.include('invalid_scope');
    expect(await locationOf([...scopes, 'accounting.attachments'].join(' '))).to.include('error=invalid_scope');
  });

  it('exchanges a code once, in five minutes, for its client and address', async () => {
    const code = (await allow(authorizeUrl())).searchParams.get('code');
    expect((await exchange(code))?.json).to.include({ token_type: 'Bearer', expires_in: 1800 });
    expect(error(await exchange(code))).to.equal('invalid_grant');
    const other = (await allow(authorizeUrl())).searchParams.get('code');
    expect(error(await exchange(other, { redirect_uri: 'http://localhost:8080/other' }))).to.equal('invalid_grant');
    const late = (await allow(authorizeUrl())).searchParams.get('code');
    expect(error(await exchange(late, {}, 'wrong'))).to.equal('invalid_client');
    await drive.control('POST', 'clock', { advance_seconds: 301 });
    expect(error(await exchange(late))).to.equal('invalid_grant');
    expect(error(await drive.form('/connect/token', { grant_type: 'password' }))).to.equal('unsupported_grant_type');
  });

  it('rotates refresh tokens with a grace of thirty minutes and an end after sixty idle days', async () => {
    const old = drive.tokens['refresh_token'];
    const first = (await refresh(old))?.json;
    const retry = (await refresh(old))?.json;
    expect(first?.['refresh_token']).to.not.equal(old).and.not.equal(retry?.['refresh_token']);
    for (const tokens of [drive.tokens, first, retry]) expect((await call(tokens)).status).to.equal(200);
    await drive.control('POST', 'clock', { advance_seconds: 1801 });
    expect(error(await refresh(old))).to.equal('invalid_grant');
    const next = (await refresh(first?.['refresh_token']))?.json;
    expect((await call(next)).status).to.equal(200);
    await drive.control('POST', 'clock', { advance_seconds: 60 * 86_400 });
    expect(error(await refresh(next?.['refresh_token']))).to.equal('invalid_grant');
  });

  it('tells an expired token, an unknown one, a missing scope and a missing tenant apart', async () => {
    const contactsOnly = await drive.connect([drive.tenantId], 'offline_access accounting.contacts.read');
    const bearer = { authorization: `Bearer ${contactsOnly['access_token']}` };
    const denied = await drive.api('GET', 'Invoices', undefined, bearer);
    expect([denied.status, denied.json['Detail']]).to.deep.equal([401, 'AuthorizationUnsuccessful']);
    expect(denied.headers['www-authenticate']).to.include('insufficient_scope');
    expect((await drive.api('GET', 'Contacts', undefined, bearer)).status).to.equal(200);
    expect((await drive.api('PUT', 'Contacts', { Name: 'No' }, bearer)).status).to.equal(401);
    const stranger = await drive.api('GET', 'Contacts', undefined, { authorization: 'Bearer nothing' });
    expect([stranger.status, stranger.json['Detail']]).to.deep.equal([401, 'AuthenticationUnsuccessful']);
    const lost = await drive.api('GET', 'Contacts', undefined, { 'ledger-tenant-id': '' });
    expect([lost.status, lost.json['Title']]).to.deep.equal([403, 'Forbidden']);
    await drive.control('POST', 'clock', { advance_seconds: 1801 });
    const expired = await drive.api('GET', 'Contacts');
    expect(expired.json['Detail']).to.match(/^TokenExpired: token expired at \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  });

  it('lists connections by consent, with a practice among them, and breaks the tenant when one is removed', async () => {
    const authorization = `Bearer ${drive.tokens['access_token']}`;
    const list = async (query = '') =>
      items((await drive.send('GET', `/Connections${query}`, { headers: { authorization } }))?.json);
    const all = await list();
    expect(all.map((connection) => connection['tenantType'])).to.have.members(['ORGANISATION', 'PRACTICE']);
    const mine = all.find((connection) => String(connection['tenantId']) === drive.tenantId);
    expect(await list(`?authEventId=${mine?.['authEventId']}`)).to.have.length(2);
    expect(await list('?authEventId=00000000-0000-0000-0000-000000000000')).to.have.length(0);
    const practice = all.find((connection) => String(connection['tenantType']) === 'PRACTICE');
    const inside = await drive.api('GET', 'Organisation', undefined, {
      'ledger-tenant-id': String(practice?.['tenantId']),
    });
    expect(inside.status).to.equal(403);
    const claims = JSON.parse(
      Buffer.from(String(drive.tokens['access_token']).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.authentication_event_id).to.equal(mine?.['authEventId']);
    const remove = () => drive.send('DELETE', `/connections/${mine?.['id']}`, { headers: { authorization } });
    expect((await remove())?.status).to.equal(204);
    expect((await remove())?.status).to.equal(404);
    expect((await drive.api('GET', 'Organisation')).status).to.equal(403);
  });

  it('loses the consent when a person revokes the tenant, and everything on revocation', async () => {
    await drive.control('POST', 'revoke', { tenant_id: drive.tenantId });
    expect((await drive.api('GET', 'Organisation')).status).to.equal(403);
    expect(error(await refresh(drive.tokens['refresh_token']))).to.equal('invalid_grant');
    const tokens = await drive.connect([drive.tenantId]);
    expect((await call(tokens)).status).to.equal(200);
    await drive.form('/connect/revocation', { token: String(tokens['refresh_token']) });
    expect((await call(tokens)).status).to.equal(401);
  });

  it('can be down, lose an answer after rotating, or know another secret', async () => {
    await drive.control('POST', 'quirks', { identity_unavailable: true });
    expect((await refresh(drive.tokens['refresh_token']))?.status).to.equal(503);
    await drive.control('POST', 'quirks', { identity_unavailable: false, lose_refresh_response: 1 });
    expect(await refresh(drive.tokens['refresh_token'])).to.equal(undefined);
    expect((await refresh(drive.tokens['refresh_token']))?.status).to.equal(200);
    await drive.control('POST', 'apps', { client_id: clientId, client_secret: 'new', redirect_uris: [redirectUri] });
    expect(error(await refresh(drive.tokens['refresh_token']))).to.equal('invalid_client');
  });

  it('publishes where everything is', async () => {
    const discovery = (await drive.send('GET', '/.well-known/openid-configuration'))?.json;
    expect(discovery?.['token_endpoint']).to.equal('http://ledger.test/connect/token');
    expect(items((await drive.send('GET', pathOf(String(discovery?.['jwks_uri']))))?.json['keys'])).to.have.length(1);
  });
});
