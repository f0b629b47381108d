// `customer_message`: what callers may show to a connection's customer.
import { expect } from 'chai';
import { locales, type ShownConnection } from '#core';
import { connectionHealthReasons } from '../../core/domain/connection-health.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { inLanguage } from './present/connection.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

describe('the words for a connection’s customer', () => {
  let service: LiveService;
  before(async () => {
    service = await serveLive();
  });
  after(() => service.close());

  const broken = async () => {
    const { test } = await service.newOrganization();
    const tenantId = await service.newTenant('Hafen-Café GmbH');
    const { id } = await connected(service, test, tenantId);
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    const link = `/v1/connections/${id}/provider-actions/organization.get_deep_link`;
    expect((await service.call(test, 'POST', link, { body: { provider_id: tenantId } })).status).to.equal(409);
    const told = async (query: string, language?: string, path = `/v1/connections/${id}`) => {
      const headers = language === undefined ? {} : { 'accept-language': language };
      const { status, body } = await service.call(test, 'GET', path + query, { headers });
      const data = body['data'] as { customer_message?: string; items?: readonly { customer_message?: string }[] };
      return { status, body, message: data?.items?.[0]?.customer_message ?? data?.customer_message };
    };
    return { test, told };
  };

  it('are in the language that `locale` names, else in the browser’s, else in English', async () => {
    const { told } = await broken();
    const en = 'The access to Hafen-Café GmbH has ended. Please connect again.';
    const de = 'Der Zugriff auf Hafen-Café GmbH ist beendet. Bitte verbinden Sie erneut.';
    const asked: readonly [string, string | undefined, string][] = [
      ['', undefined, en],
      ['', 'de-AT,en;q=0.5', de],
      ['', 'tlh', en],
      ['?locale=de', 'fr', de],
      ['?locale=DE', undefined, de],
    ];
    for (const [query, language, message] of asked) {
      expect((await told(query, language)).message, `${query} ${language}`).to.equal(message);
      expect((await told(query, language, '/v1/connections')).message, `list${query}`).to.equal(message);
    }
  });

  it('refuse a language that the pages do not speak, naming the parameter', async () => {
    const { told } = await broken();
    for (const path of [undefined, '/v1/connections']) {
      const { status, body } = await told('?locale=it', undefined, path);
      expect([status, body['code'], (body['errors'] as { path: string }[])[0]?.path]).to.deep.equal([
        400,
        'BAD_REQUEST',
        'locale',
      ]);
    }
  });

  it('are null while nothing is wrong, and no part of events, whose receivers no language is known of', async () => {
    const { test, told } = await broken();
    const fine = await connected(service, test, await service.newTenant(), { external_account_id: 'customer-2' });
    expect((await told('', undefined, `/v1/connections/${fine.id}`)).body['data']).to.include({
      health: 'ok',
      health_message: null,
      customer_message: null,
    });
    const { items } = await service.core.events.list(test, { type: 'connection.updated' });
    expect(items.length).to.be.greaterThan(0);
    for (const { data } of items)
      expect(data).to.have.property('health_message').and.not.have.property('customer_message');
  });

  const connection = {
    providerTenantName: 'Harbour Tools Ltd',
    syncWarnings: [],
    follow: { families: [], minutes: 0, callsADay: 0 },
    status: 'active',
    statusReason: null,
    health: {},
  };
  for (const reason of connectionHealthReasons) {
    it(`say in every language what ${reason} means to the customer, and nothing that is for support`, () => {
      for (const status of ['active', 'action_required'] as const) {
        const said = locales.map((language) => {
          const monitored = { ...connection, status, health: { state: 'failing', reason, lastSuccessAt: null } };
          const shown = inLanguage({ query: {}, language }).view(monitored as unknown as ShownConnection);
          expect(shown.health_message).to.be.a('string').and.not.equal(shown.customer_message);
          expect(shown.customer_message).to.include('Harbour Tools Ltd');
          expect(shown.customer_message).not.to.match(/reconnect link|scope|worker|sync|provider app|cached/i);
          return shown.customer_message;
        });
        expect(new Set(said).size).to.equal(locales.length);
      }
    });
  }
});
