import { expect } from 'chai';
import { clientId, clientSecret } from '../drive-sandbox.test.ts';
import { type DrivenSdk, driveSdk, refusalOf } from './testing/drive-sdk.ts';

const dropPractice = { hide_practice_tenant: true };

describe('official SDK: consent, tokens and tenants', () => {
  let sdk: DrivenSdk;
  beforeEach(async () => {
    sdk = await driveSdk();
  });
  afterEach(() => sdk.close());

  const refreshed = (refreshToken: string | undefined) =>
    sdk.client.refreshWithRefreshToken(clientId, clientSecret, refreshToken);

  it('turns a code into tokens, and the identity token stands up to the SDK', () => {
    const tokens = sdk.client.readTokenSet();
    expect(tokens.token_type).to.equal('Bearer');
    expect(tokens.expires_in).to.be.within(1700, 1800);
    expect(tokens.scope?.split(' ')).to.include.members(['offline_access', 'accounting.invoices']);
    expect(tokens.claims()).to.include({ iss: sdk.url, aud: clientId });
  });

  it('refuses a code that was used, and a person who cancels', async () => {
    const authorize_url = await sdk.client.buildConsentUrl();
    const consent = async (tenant_ids: readonly string[]) =>
      String((await sdk.control('POST', 'consent', { authorize_url, tenant_ids }))['callback_url']);
    const callback = await consent([sdk.tenantId]);
    await sdk.client.apiCallback(callback);
    const reused = await sdk.client.apiCallback(callback).catch((error: unknown) => error);
    expect(reused).to.include({ error: 'invalid_grant' });
    const cancelled = await consent([]);
    expect(await sdk.client.apiCallback(cancelled).catch((error: unknown) => error)).to.include({
      error: 'access_denied',
    });
  });

  it('issues no refresh token without offline_access, and no identity token without openid', async () => {
    const client = await sdk.connect([sdk.tenantId], ['accounting.settings']);
    expect(client.readTokenSet()).to.not.have.any.keys('refresh_token', 'id_token');
    expect((await client.accountingApi.getOrganisations(sdk.tenantId)).body.organisations).to.have.length(1);
  });

  it('refreshes by discovery and by the token address; the old token works for thirty minutes more', async () => {
    const first = sdk.client.readTokenSet().refresh_token;
    const second = (await sdk.client.refreshToken()).refresh_token;
    expect(second).to.be.a('string').and.not.equal(first);
    const third = await refreshed(first);
    expect(third.refresh_token).to.not.be.oneOf([first, second]);
    expect((await sdk.api.getOrganisations(sdk.tenantId)).response.status).to.equal(200);
    await sdk.control('POST', 'clock', { advance_seconds: 31 * 60 });
    const dead = await refusalOf(refreshed(first));
    expect([dead.statusCode, dead.body]).to.deep.equal([400, { error: 'invalid_grant' }]);
    expect((await refreshed(third.refresh_token)).access_token).to.be.a('string');
    expect((await refusalOf(sdk.client.refreshWithRefreshToken(clientId, 'wrong', 'x'))).body).to.deep.equal({
      error: 'invalid_client',
    });
  });

  it('answers 401 with the detail once the token is over, and works again after a refresh', async () => {
    const { refresh_token } = sdk.client.readTokenSet();
    await sdk.control('POST', 'clock', { advance_seconds: 1801 });
    const refusal = await refusalOf(sdk.api.getInvoices(sdk.tenantId));
    expect(refusal.statusCode).to.equal(401);
    expect((refusal.body as { Detail: string }).Detail).to.match(/^TokenExpired: token expired at \d\d\/\d\d\/\d{4} /);
    await refreshed(refresh_token);
    expect((await sdk.api.getInvoices(sdk.tenantId)).body.invoices).to.have.length(4);
  });

  it('lists the tenants of the consent, with the organisations behind them', async () => {
    expect(sdk.client.tenants).to.deep.equal([]);
    const listed = await sdk.client.updateTenants(false);
    expect(listed.map((tenant) => tenant.tenantType)).to.have.members(['ORGANISATION', 'PRACTICE']);
    // The SDK asks every tenant for its organisation, which a practice refuses as the provider's does.
    expect((await refusalOf(sdk.client.updateTenants())).statusCode).to.equal(403);

    await sdk.control('POST', 'quirks', dropPractice);
    const client = await sdk.connect(sdk.tenantIds.slice(0, 2));
    const practice = listed.find((tenant) => tenant.tenantType === 'PRACTICE');
    await client.disconnect(practice?.id);
    const tenants = await client.updateTenants();
    expect(tenants.map((tenant) => tenant.tenantId)).to.have.members(sdk.tenantIds.slice(0, 2));
    for (const tenant of tenants) expect(tenant.orgData).to.include({ name: tenant.tenantName, baseCurrency: 'NZD' });
  });

  it('is shut out of a tenant by a disconnect, and of everything by a revocation', async () => {
    const [mine] = (await sdk.client.updateTenants(false)).filter((tenant) => tenant.tenantId === sdk.tenantId);
    await sdk.client.disconnect(mine.id);
    const gone = await refusalOf(sdk.api.getInvoices(sdk.tenantId));
    expect([gone.statusCode, (gone.body as { Title: string }).Title]).to.deep.equal([403, 'Forbidden']);
    expect((await refusalOf(sdk.client.disconnect(mine.id))).statusCode).to.equal(404);

    const client = await sdk.connect([sdk.tenantId]);
    const { accountingApi } = client;
    await client.revokeToken();
    expect(client.tenants).to.deep.equal([]);
    expect((await refusalOf(accountingApi.getInvoices(sdk.tenantId))).statusCode).to.equal(401);
  });

  it('refuses what the scopes do not cover, a wrong tenant and a token that nobody issued', async () => {
    const reader = await sdk.connect([sdk.tenantId], ['openid', 'accounting.contacts.read']);
    const { accountingApi } = reader;
    expect((await accountingApi.getContacts(sdk.tenantId)).body.contacts).to.have.length(4);
    const invoices = await refusalOf(accountingApi.getInvoices(sdk.tenantId));
    expect([invoices.statusCode, (invoices.body as { Detail: string }).Detail]).to.deep.equal([
      401,
      'AuthorizationUnsuccessful',
    ]);
    const write = accountingApi.createContacts(sdk.tenantId, { contacts: [{ name: 'Unscoped Ltd' }] });
    expect((await refusalOf(write)).statusCode).to.equal(401);
    expect((await refusalOf(sdk.api.getContacts(sdk.tenantIds[1] ?? ''))).statusCode).to.equal(403);
    sdk.client.setTokenSet({ access_token: 'invented' });
    expect((await refusalOf(sdk.api.getContacts(sdk.tenantId))).statusCode).to.equal(401);
  });
});
