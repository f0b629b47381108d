import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { backWith, brand, connected, consentTo, newSession, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';

describe('connecting a connection again', () => {
  let own: string;
  let other: string;

  const service = openedOnce(() => openService());
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    [own, other] = [await service.newTenant('Own Ltd'), await service.newTenant('Other Ltd')];
  });
  const connection = openedEach(() => connected(service, tenancy.test, own, { metadata: { region: 'nz' } }));

  const sessions = () => service.core.connectSessions;
  const again = async (fields: object = {}) => {
    const { value } = await sessions().create(tenancy.test, write({ connection_id: connection.id, ...fields }));
    return { id: value.connectSessionId, token: value.connectUrl.replace(/.*\//, ''), expiresAt: value.expiresAt };
  };
  const told = async (id: string) => {
    const { connectSessionId: _id, expiresAt: _at, ...rest } = await sessions().find(tenancy.test, id);
    return rest;
  };
  const list = async () => (await service.core.connections.list(tenancy.test, {})).items;

  it('takes customer and app from the connection, and ends on a page of the service', async () => {
    await service.sandbox.control('POST', 'revoke', { tenant_id: own });
    const { id, token } = await again({ account_name: 'Harbour Tools Ltd', locale: 'fr' });
    expect((await sessions().open(token)).link).to.include({
      externalAccountId: 'customer-1',
      accountName: 'Harbour Tools Ltd',
      locale: 'fr',
      reconnects: connection.providerTenantName,
      redirectUri: '',
    });
    expect(await told(id)).to.deep.equal({ status: 'open' });
    const step = await sessions().callback(await consentTo(service, token, [own]));
    const { id: connectionId, providerTenantName: tenantName } = connection;
    expect(step).to.deep.include({ kind: 'connected', connectionId, tenantName });
    expect(step.link).to.deep.include({ brand, locale: 'fr' });
    expect(await told(id)).to.deep.equal({ status: 'connected', connectionId: connection.id });
    const [only, ...more] = await list();
    expect(more).to.deep.equal([]);
    expect(only).to.deep.include({ id: connection.id, status: 'active', metadata: { region: 'nz' } });
  });

  it('takes no other organization, makes no second connection, and can be used again', async () => {
    const { id, token } = await again({ redirect_uri: 'http://localhost:3000/done' });
    const wrong = await sessions().callback(await consentTo(service, token, [other]));
    if (wrong.kind !== 'ended') throw new Error(wrong.kind);
    const { consentUrl } = (await sessions().open(token)) as { consentUrl: string };
    expect(wrong.wrong).to.deep.include({ consentUrl, chosen: ['Other Ltd'] });
    expect((await list()).map(({ id: one, status }) => [one, status])).to.deep.equal([[connection.id, 'active']]);
    expect(await told(id)).to.deep.equal({ status: 'open', error: 'wrong_organization' });
    const right = backWith(await sessions().callback(await consentTo(service, token, [other, own])));
    expect(right).to.include({ status: 'connected', connection_id: connection.id });
    expect(await list()).to.have.length(1);
  });

  it('lives as long as it says, and tells how it ended', async () => {
    const { id, expiresAt, token } = await again({ expires_in_minutes: 10_080 });
    const days = (expiresAt.getTime() - service.ports.clock.now().getTime()) / 86_400_000;
    expect(days).to.be.within(6.9, 7);
    const stranger = await service.newOrganization();
    expect((await refusalOf(sessions().find(stranger.test, id))).code).to.equal('NOT_FOUND');
    expect((await refusalOf(sessions().find(tenancy.live, id))).code).to.equal('NOT_FOUND');
    expect(await sessions().cancel(token)).to.deep.include({ kind: 'ended', result: { status: 'cancelled' } });
    expect(await told(id)).to.deep.equal({ status: 'cancelled' });
    const late = await newSession(service, tenancy.test);
    service.advance(30 * 60 + 1);
    const lateId = (late as unknown as { connectSessionId: string }).connectSessionId;
    expect(await told(lateId)).to.deep.equal({ status: 'expired' });
    service.advance(-(30 * 60 + 1));
  });

  const body = () => ({ connection_id: connection.id });
  const refusals: Readonly<Record<string, readonly [() => object, string]>> = {
    'a provider beside it': [() => ({ ...body(), provider: 'ledger' }), 'provider: is not a field of this request'],
    'a customer beside it': [() => ({ ...body(), external_account_id: 'x' }), 'external_account_id: is not a field'],
    'an app beside it': [() => ({ ...body(), provider_app_id: null }), 'provider_app_id: is not a field'],
    'too short a life': [() => ({ ...body(), expires_in_minutes: 29 }), 'expires_in_minutes: must be a whole number'],
    'too long a life': [
      () => ({ ...body(), expires_in_minutes: 10_081 }),
      'expires_in_minutes: must be a whole number',
    ],
    'another retention mode': [
      () => ({ ...body(), retention_mode: 'zero' }),
      'the connection was made with retention mode',
    ],
    'a foreign return address': [() => ({ ...body(), redirect_uri: 'https://evil.test/' }), 'redirect_uri: the origin'],
    'a connection that is none': [() => ({ connection_id: 'conn_nonsense' }), 'no such connection'],
  };
  for (const [what, [given, message]] of Object.entries(refusals)) {
    it(`is refused with ${what}`, async () => {
      const refusal = await refusalOf(sessions().create(tenancy.test, write(given())));
      expect(refusal.message).to.contain(message);
    });
  }
});
