// Takes over consents that customers gave to an own app elsewhere, on both databases.

import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce, standInFor } from '../../../contract-tests/testing/opened.ts';
import { connected } from '../testing/connecting.ts';
import { authorizationOf } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { Service, Tenancy } from '../testing/service.ts';
import { openTwoHosts } from '../testing/two-hosts.ts';

const redirectUri = 'http://localhost:8080/oauth/ledger/callback';

/** The refresh token of a consent that another program holds after its own flow. */
async function refreshTokenOf({ ports, sandbox }: Service, { apps }: Tenancy, tenantIds: readonly string[]) {
  const client = { clientId: apps.test.clientId ?? '', clientSecret: 'client-secret' };
  const codeVerifier = 'v'.repeat(64);
  const codeChallenge = ports.digester.codeChallenge(codeVerifier);
  const authorize_url = authorizationOf(ports).consentUrl(client.clientId, { redirectUri, state: 's', codeChallenge });
  const answer = await sandbox.control('POST', 'consent', { authorize_url, tenant_ids: tenantIds });
  const code = new URL(String(answer['callback_url'])).searchParams.get('code') ?? '';
  return (await authorizationOf(ports).exchange(client, { code, redirectUri, codeVerifier })).refreshToken;
}

onBothDatabases('a consent from elsewhere, taken over', (given) => {
  let tenancy: Tenancy;
  let tenantId: string;
  const hosts = openedOnce(() => openTwoHosts(given()));
  const service = standInFor(() => hosts.service);
  beforeEach(async () => {
    tenancy = await service.newOrganization();
    tenantId = await service.newTenant();
  });

  const taking = (refreshToken: string, fields: object = {}) =>
    service.core.connections.import({
      ...{
        provider: 'ledger',
        organizationId: tenancy.organizationId,
        environment: 'test',
        externalAccountId: 'customer-1',
      },
      ...{ tenantId, refreshToken },
      ...fields,
    });

  it('is an active connection that works, its tokens sealed, its creation announced', async () => {
    const token = await refreshTokenOf(service, tenancy, [tenantId, await service.newTenant()]);
    const made = await taking(token, { retentionMode: 'zero' });
    expect(made).to.include({ status: 'active', providerTenantId: tenantId, externalAccountId: 'customer-1' });
    expect(await service.core.connections.find(tenancy.test, made.id)).to.include({
      status: 'active',
      retentionMode: 'zero',
    });
    const [event] = (await service.core.events.list(tenancy.test, {})).items;
    expect(event).to.include({ type: 'connection.created', connectionId: made.id });
    const held = await service.ports.storage.credentials.find(made.id);
    expect(JSON.stringify(held)).to.not.contain(token);
    // The import spent the first token, so the next one is stored.
    service.advance(3_600);
    const { value } = await service.core.records.create(tenancy.test, {
      ...{ connectionId: made.id, type: 'contacts' },
      write: { key: `${made.id} contact`, body: { name: 'Harbour Tools' } },
    });
    expect(value).to.include({ name: 'Harbour Tools' });
  });

  it('by a token that is none leaves nothing behind', async () => {
    const refusal = await refusalOf(taking('no-token-at-all'));
    expect([refusal.code, refusal.details.reason]).to.deep.equal(['ACTION_REQUIRED', 'invalid_grant']);
    expect((await service.core.connections.list(tenancy.test, {})).items).to.deep.equal([]);
  });

  it('of another organization than it reaches is refused, and names what it reaches', async () => {
    const other = await service.newTenant();
    const refusal = await refusalOf(taking(await refreshTokenOf(service, tenancy, [other])));
    expect(refusal.details.reason).to.equal('wrong_organization');
    expect(refusal.message).to.contain(tenantId).and.contain(other);
    expect((await service.core.connections.list(tenancy.test, {})).items).to.deep.equal([]);
  });

  it('of an organization that another customer has is refused before the token is spent', async () => {
    await connected(service, tenancy.test, tenantId, { external_account_id: 'customer-2' });
    const token = await refreshTokenOf(service, tenancy, [tenantId]);
    for (const fields of [{}, { externalAccountId: 'customer-2', retentionMode: 'zero' }]) {
      expect((await refusalOf(taking(token, fields))).code).to.equal('CONFLICT');
    }
    // The same customer's connection takes the token over; no second connection is made.
    const again = await taking(token, { externalAccountId: 'customer-2' });
    const { items } = await service.core.connections.list(tenancy.test, {});
    expect(items.map(({ id, status }) => [id, status])).to.deep.equal([[again.id, 'active']]);
  });

  it('needs an app of one’s own, and a place in the contract', async () => {
    tenancy = await service.newOrganization('trial');
    const token = await refreshTokenOf(service, tenancy, [tenantId]);
    expect((await refusalOf(taking(token))).details.errors?.[0]?.path).to.equal('provider_app_id');
    const providerAppId = tenancy.apps.test.id;
    const { connectionLimit } = (await service.ports.storage.organizations.find(tenancy.organizationId)) ?? {};
    for (let n = 1; n < (connectionLimit ?? 0); n++) {
      await connected(service, tenancy.test, await service.newTenant(), { external_account_id: `other-${n}` });
    }
    await taking(token, { providerAppId });
    const late = taking('unspent', { providerAppId, externalAccountId: 'late', tenantId: await service.newTenant() });
    expect((await refusalOf(late)).code).to.equal('CONNECTION_LIMIT_REACHED');
  });
});
