import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { authorised, line, openBooks } from './testing/books.ts';

const unknown = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';

describe('a link to the provider', () => {
  let contact: string;

  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
  });
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const link = async (action: string, body: unknown): Promise<string> => {
    const done = await service.core.resources.act(tenancy.test, { connectionId: books.connection.id, action, body });
    if (done.kind !== 'link') throw new Error('not a link');
    return done.url;
  };
  const online = (id: string) => link('invoice.get_online_url', { resource_id: resourceIdOf('invoices', id) });
  const invoice = async (fields: JsonObject) =>
    (await books.create('invoices', { contact_id: contact, due_date: '2030-01-31', line_items: [line], ...fields }))
      .providerId;

  it('to an invoice is the page that its customer sees, by either id, in every status that has one', async () => {
    const { providerId, fields } = await authorised(books);
    const url = await online(providerId);
    expect(await link('invoice.get_online_url', { provider_id: providerId })).to.equal(url);
    expect(await (await fetch(url)).text()).to.contain(String(fields['number']));
    await service.sandbox.control('POST', 'payments', { tenant_id: books.tenantId, invoice_id: providerId });
    expect(await online(providerId)).to.equal(url);
    expect(await online(await invoice({ status: 'SUBMITTED' }))).to.match(/^http/);
    const voided = await invoice({ status: 'AUTHORISED' });
    await books.update('invoices', voided, { status: 'VOIDED' });
    expect(await online(voided)).to.match(/^http/);
  });

  const bill = { type: 'payable', line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }] };
  for (const [name, fields] of [
    ['a draft', {}],
    ['a bill', { ...bill, status: 'AUTHORISED' }],
    ['a draft bill', bill],
  ] as const) {
    it(`to ${name} is refused in our words`, async () => {
      const refusal = await refusalOf(online(await invoice(fields)));
      expect(refusal.code).to.equal('BAD_REQUEST');
      expect(refusal.details).to.deep.equal({ reason: 'no_provider_link' });
    });
  }

  it('to a deleted invoice is refused', async () => {
    const id = await invoice({});
    await books.update('invoices', id, { status: 'DELETED' });
    expect((await refusalOf(online(id))).message).to.equal('the provider has no page for this invoice');
  });

  it('to what the provider has no page for after all is refused in our words too', async () => {
    const { providerId } = await authorised(books, 'other');
    const path = `/api.xro/2.0/Invoices/${providerId}/OnlineInvoice`;
    const body = { Type: 'ValidationException', Message: 'Odd words', ErrorNumber: 10 };
    for (const action of [
      { status: 400, body },
      { status: 200, body: { OnlineInvoices: [] } },
    ]) {
      await service.sandbox.control('POST', 'faults', { match: { path }, action });
      const refusal = await refusalOf(online(providerId));
      expect([refusal.code, refusal.message]).to.deep.equal([
        'BAD_REQUEST',
        'the provider has no page for this invoice',
      ]);
    }
  });

  it('to an organization opens its books there, by either id', async () => {
    const { fields } = await books.read('organizations', books.tenantId);
    for (const body of [
      { provider_id: books.tenantId },
      { resource_id: resourceIdOf('organizations', books.tenantId) },
    ]) {
      const url = await link('organization.get_deep_link', body);
      expect(url).to.equal(`${service.sandbox.url}/app/${fields['short_code']}/`);
      const page = await fetch(url);
      expect([page.status, (await page.text()).includes(String(fields['name']))]).to.deep.equal([200, true]);
    }
  });

  it('to another organization is a 404, whoever’s it is', async () => {
    const other = await openBooks(service, tenancy);
    for (const id of [unknown, other.tenantId]) {
      const refusal = await refusalOf(link('organization.get_deep_link', { provider_id: id }));
      expect(refusal).to.include({ code: 'NOT_FOUND', message: 'no such organization' });
    }
    expect((await refusalOf(online(unknown))).message).to.equal('no such invoice');
  });

  const refused: readonly [string, unknown][] = [
    ['neither id', {}],
    ['no body', undefined],
    ['both ids', { provider_id: unknown, resource_id: unknown }],
    ['an id of another type', { resource_id: resourceIdOf('quotes', unknown) }],
    ['an id that is none', { provider_id: 'INV-1' }],
  ];
  for (const action of ['invoice.get_online_url', 'organization.get_deep_link']) {
    for (const [name, body] of refused) {
      it(`${action} is refused with ${name}, before the provider is asked`, async () => {
        expect((await refusalOf(link(action, body))).code).to.equal('BAD_REQUEST');
        expect(await service.calls('')).to.deep.equal([]);
      });
    }
  }
});
