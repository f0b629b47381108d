// Quote search and provider links over HTTP: what the envelope holds, and what is asked for in which order.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

describe('live look-ups over HTTP', () => {
  let service: LiveService;
  let caller: Caller;
  let base: string;
  let tenantId: string;
  let invoiceId: string;

  before(async () => {
    service = await serveLive();
    caller = (await service.newOrganization()).test;
    tenantId = await service.newTenant();
    base = `/v1/connections/${(await connected(service, caller, tenantId)).id}`;
    const make = async (type: string, body: object) => {
      const { status, body: answer, text } = await post(`/${type}`, body, randomUUID());
      expect(status, text).to.equal(201);
      return (answer['data'] as { item: { provider_id: string } }).item.provider_id;
    };
    const contact_id = await make('contacts', { name: 'Customer' });
    const line_items = [{ description: 'Bench', quantity: 1, unit_amount: 50, account_code: '200' }];
    await make('quotes', { contact_id, issue_date: '2030-01-01', number: 'QU-7', line_items });
    invoiceId = await make('invoices', { contact_id, status: 'AUTHORISED', due_date: '2030-01-31', line_items });
  });
  after(() => service.close());

  const post = (path: string, body?: unknown, key?: string) =>
    service.call(caller, 'POST', base + path, {
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    });

  it('search without a key, with or without a body, and show the provider’s document where asked', async () => {
    for (const body of [undefined, {}, { number: 'QU-7' }, { status: 'draft', page: 1 }]) {
      const answer = await post('/quotes/search', body);
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      expect(answer.body['meta']).to.deep.equal({
        page: 1,
        limit: 100,
        total: null,
        total_pages: null,
        has_more: false,
        next_cursor: null,
      });
      const { items, source } = answer.body['data'] as { items: Record<string, unknown>[]; source: string };
      expect([source, items.length, items[0]?.['number']]).to.deep.equal(['provider', 1, 'QU-7']);
      expect(items[0]).not.to.have.property('provider_data');
    }
    expect((await post('/quotes/search?include=provider_data', {})).text).to.contain('"QuoteNumber":"QU-7"');
  });

  it('lists show the provider’s document where asked, and only there', async () => {
    const native = async (query: string) => {
      const { body, text } = await service.call(caller, 'GET', `${base}/quotes${query}`);
      const { items } = body['data'] as { items: readonly { provider_data?: object }[] };
      expect(items.length, text).to.equal(1);
      return items[0]?.provider_data;
    };
    expect(await native('')).to.equal(undefined);
    expect(await native('?include=provider_data')).to.include({ QuoteNumber: 'QU-7' });
  });

  it('ignore an Idempotency-Key: they ask anew each time, other things under the same one too', async () => {
    const asked = async (path: string, body: object, key: string) => {
      const answer = await post(path, body, key);
      expect([answer.status, answer.headers.get('idempotent-replayed')], answer.text).to.deep.equal([200, null]);
      return answer;
    };
    for (const key of ['same', 'x'.repeat(1000)]) {
      const before = (await service.calls('GET /api.xro/2.0/Quotes')).length;
      for (const body of [{ number: 'QU-7' }, { number: 'QU-7' }, { status: 'draft' }]) {
        await asked('/quotes/search', body, key);
      }
      expect((await service.calls('GET /api.xro/2.0/Quotes')).length - before).to.equal(3);
      const invoice = { provider_id: invoiceId };
      for (const action of ['get_online_url', 'download_pdf', 'download_pdf']) {
        const answer = await asked(`/provider-actions/invoice.${action}`, invoice, key);
        if (action === 'download_pdf') expect(answer.text.slice(0, 5)).to.equal('%PDF-');
      }
      const organization = { provider_id: tenantId };
      await asked('/provider-actions/organization.get_deep_link', organization, key);
    }
    // The key is still unused for what writes.
    expect((await post('/contacts', { name: 'Another' }, 'same')).status).to.equal(201);
  });

  it('refuse what is no filter by its name, an unknown connection first', async () => {
    const refused = await post('/quotes/search', { where: 'Status=="SENT"', order: 'Date', number: 'QU-7' });
    expect([refused.status, refused.body['code']]).to.deep.equal([400, 'BAD_REQUEST']);
    expect((refused.body['errors'] as { path: string }[]).map(({ path }) => path)).to.deep.equal(['where']);
    for (const path of ['quotes/search', 'provider-actions/invoice.get_online_url']) {
      const unknown = await service.call(caller, 'POST', `/v1/connections/conn_01jd9x8fbee5wv1tzd4nq6c2m7/${path}`, {
        body: { nonsense: 1 },
      });
      expect([unknown.status, unknown.body['code']]).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await service.call(caller, 'GET', `${base}/quotes/search`)).status).to.equal(404);
    expect((await post('/invoices/search', {})).status).to.be.oneOf([404, 405]);
  });

  it('answer links as JSON in the envelope, and refusals of both kinds', async () => {
    const online = await post('/provider-actions/invoice.get_online_url', { provider_id: invoiceId });
    expect(online.status, online.text).to.equal(200);
    expect(online.body).to.have.keys('success', 'message', 'data');
    expect(online.body['data']).to.have.keys('url');
    const deep = await post('/provider-actions/organization.get_deep_link', { provider_id: tenantId });
    expect((deep.body['data'] as { url: string }).url).to.match(/\/app\/[^/]+\/$/);
    const neither = await post('/provider-actions/organization.get_deep_link', {});
    expect([neither.status, neither.body['code']]).to.deep.equal([400, 'BAD_REQUEST']);
    const other = await post('/provider-actions/organization.get_deep_link', { provider_id: randomUUID() });
    expect([other.status, other.body['code']]).to.deep.equal([404, 'NOT_FOUND']);
  });
});
