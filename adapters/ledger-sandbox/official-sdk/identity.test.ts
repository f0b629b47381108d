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

  it('lists the tenants of the consent, with the organisations behind them', async () => {
    expect(sdk.client.tenants).to.deep.equal([]);
    const listed = await sdk.client.updateTenants(false);
    expect(listed.map((tenant) => tenant.tenantType)).to.have.members(['ORGANISATION', 'PRACTICE']);
    // The SDK asks every tenant for its organisation; a practice refuses, as at the provider.
    expect((await refusalOf(sdk.client.updateTenants())).statusCode).to.equal(403);

    await sdk.control('POST', 'quirks', dropPractice);
    const client = await sdk.connect(sdk.tenantIds.slice(0, 2));
    const practice = listed.find((tenant) => tenant.tenantType === 'PRACTICE');
    await client.disconnect(practice?.id);
    const tenants = await client.updateTenants();
    expect(tenants.map((tenant) => tenant.tenantId)).to.have.members(sdk.tenantIds.slice(0, 2));
    for (const tenant of tenants) expect(tenant.orgData).to.include({ name: tenant.tenantName, baseCurrency: 'NZD' });
  });
});
