import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { authorised, line } from './testing/books.ts';

describe('records', () => {
  let contact: string;

  const { service, tenancy, books } = givenBooks();
  beforeEach(async () => {
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
    await service.sandbox.control('DELETE', 'requests');
  });

  const atLedger = (type: string) => service.sandbox.documents(books.tenantId, type);
  const cached = async (type: ResourceType) =>
    recordsIn(
      type,
      await service.core.resources.list(tenancy.test, {
        ...{ connectionId: books.connection.id, type, query: {}, includeNative: true },
      }),
    );

  const families: readonly [ResourceType, string, (contact: string) => JsonObject, JsonObject][] = [
    [
      'contacts',
      'Contacts',
      () => ({ name: 'Second Ltd', email: 'a@b.example' }),
      { name: 'Second Ltd', email: 'a@b.example', status: 'ACTIVE' },
    ],
    [
      'invoices',
      'Invoices',
      (contact_id) => ({ contact_id, due_date: '2030-01-31', line_items: [line] }),
      { type: 'receivable', status: 'DRAFT', due_date: '2030-01-31', sub_total: 100, total_tax: 15, total: 115 },
    ],
    [
      'quotes',
      'Quotes',
      (contact_id) => ({ contact_id, issue_date: '2030-01-01', title: 'Bench', line_items: [line] }),
      { status: 'DRAFT', issue_date: '2030-01-01', title: 'Bench', line_amount_mode: 'exclusive', total: 115 },
    ],
    [
      'purchase_orders',
      'PurchaseOrders',
      (contact_id) => ({
        contact_id,
        attention_to: 'Workshop',
        line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }],
      }),
      { status: 'DRAFT', attention_to: 'Workshop', total: 115 },
    ],
  ];
  for (const [type, atProvider, bodyOf, expected] of families) {
    it(`of ${type} are written once, read live, and listed as they were read`, async () => {
      const before = (await atLedger(atProvider)).length;
      const made = await books.create(type, bodyOf(contact));
      expect(made.fields).to.include(expected);
      expect(await atLedger(atProvider)).to.have.length(before + 1);
      const live = await books.read(type, resourceIdOf(made.type, made.providerId));
      expect(live.fields).to.include(expected);
      const listed = (await cached(type)).find(({ providerId }) => providerId === made.providerId);
      expect([listed?.fields, listed?.native]).to.deep.equal([live.fields, live.native]);
    });

    it(`of ${type} are new for a new key, whatever their reference`, async () => {
      const body = { ...bodyOf(contact), ...(type === 'contacts' ? {} : { external_reference: 'same' }) };
      const first = await books.create(type, body);
      const second = await books.create(type, type === 'contacts' ? { ...body, name: 'Third Ltd' } : body);
      expect(second.providerId).not.to.equal(first.providerId);
    });
  }

  it('of payments settle an invoice, and can only be taken back', async () => {
    const { providerId: invoice } = await authorised(books);
    const body = { invoice_id: resourceIdOf('invoices', invoice), account_code: '090', amount: 15, date: '2030-01-05' };
    const part = await books.create('payments', body);
    expect(part.fields).to.include({ amount: 15, status: 'AUTHORISED', account_code: '090', date: '2030-01-05' });
    expect((await books.read('invoices', invoice)).fields).to.include({ status: 'AUTHORISED', amount_due: 100 });
    await books.create('payments', { ...body, amount: 100 });
    expect((await books.read('invoices', invoice)).fields).to.include({ status: 'PAID', amount_due: 0 });
    const over = await refusalOf(books.create('payments', { ...body, amount: 0.01 }));
    expect(over.code).to.equal('PROVIDER_REJECTED');
    expect(over.details.providerError?.messages).to.have.length(1);
    expect((await refusalOf(books.update('payments', part.providerId, { amount: 1 }))).code).to.equal('BAD_REQUEST');
    const taken = await books.update('payments', part.providerId, { status: 'deleted' });
    expect(taken.fields['status']).to.equal('DELETED');
    expect((await books.read('invoices', invoice)).fields).to.include({ status: 'AUTHORISED', amount_due: 15 });
  });

  it('can be written in the provider’s own words', async () => {
    const document = {
      Type: 'ACCPAY',
      Contact: { ContactID: contact },
      InvoiceNumber: 'B-1',
      LineAmountTypes: 'Inclusive',
      LineItems: [{ Description: 'Timber', Quantity: 1, UnitAmount: 115, AccountCode: '400', TaxType: 'INPUT2' }],
    };
    const made = await books.create('invoices', { provider_data: document });
    expect(made.fields).to.include({ type: 'payable', number: 'B-1', line_amount_mode: 'inclusive', total_tax: 15 });
    expect(made.native).to.include({ InvoiceNumber: 'B-1' });
    const account = await books.create('accounts', { provider_data: { Code: '489', Name: 'Tools', Type: 'EXPENSE' } });
    expect(account.fields).to.include({ code: '489', name: 'Tools', class: 'EXPENSE' });
    const renamed = await books.update('accounts', account.providerId, { provider_data: { Name: 'Workshop tools' } });
    expect(renamed.fields).to.include({ code: '489', name: 'Workshop tools' });
    const sent = (await service.calls('P')).filter(({ path }) => path.includes('/Accounts'));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'PUT /api.xro/2.0/Accounts',
      `POST /api.xro/2.0/Accounts/${account.providerId}`,
    ]);
  });

  it('are updated, not created, when a native document names its own id', async () => {
    const invoice = await authorised(books, 'named');
    const before = (await atLedger('Invoices')).length;
    for (const InvoiceID of [invoice.providerId, invoice.providerId.toUpperCase()]) {
      const reference = `renamed ${InvoiceID === invoice.providerId}`;
      const made = await books.create('invoices', { provider_data: { InvoiceID, Reference: reference } });
      expect(made).to.include({ providerId: invoice.providerId });
      expect(made.fields).to.include({ external_reference: reference, number: invoice.fields['number'], total: 115 });
    }
    expect(await atLedger('Invoices')).to.have.length(before);
    const other = { InvoiceID: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10', Reference: 'x' };
    const clash = await refusalOf(books.update('invoices', invoice.providerId, { provider_data: other }));
    expect(clash.code).to.equal('BAD_REQUEST');
    const nonsense = { provider_data: { InvoiceID: 'nonsense' } };
    expect((await refusalOf(books.create('invoices', nonsense))).details.errors?.[0]?.path).to.equal(
      'provider_data.InvoiceID',
    );
  });

  it('keep what a native document does not name with preserve_existing, and quotes always', async () => {
    const quote = await books.create('quotes', {
      contact_id: contact,
      issue_date: '2030-01-01',
      terms: '30 days',
      line_amount_mode: 'inclusive',
      line_items: [line],
    });
    for (const [Status, preserve] of [
      ['SENT', { preserve_existing: true }],
      ['ACCEPTED', {}],
    ] as const) {
      const written = await books.update('quotes', quote.providerId, { provider_data: { Status }, ...preserve });
      expect(written.fields).to.deep.include({ ...quote.fields, status: Status });
    }
    const invoice = await authorised(books, 'kept');
    const due = { provider_data: { DueDate: '2030-02-28' }, preserve_existing: true };
    const written = await books.update('invoices', invoice.providerId, due);
    expect(written.fields).to.include({ due_date: '2030-02-28', external_reference: 'kept', total: 115 });
    const [sent] = (await service.calls(`POST /api.xro/2.0/Invoices/${invoice.providerId}`)).slice(-1);
    expect(sent?.path).to.contain('unitdp=4');
  });

  it('are named by the service’s id or the provider’s, and by no other', async () => {
    const { providerId } = await authorised(books);
    for (const id of [providerId, providerId.toUpperCase(), resourceIdOf('invoices', providerId)]) {
      expect((await books.read('invoices', id)).providerId).to.equal(providerId);
    }
    await service.sandbox.control('DELETE', 'requests');
    const wrong = [
      resourceIdOf('contacts', providerId),
      resourceIdOf('invoices', providerId).toUpperCase(),
      `${resourceIdOf('invoices', providerId)}0`,
      'INV-0001',
      '../Contacts',
      '',
    ];
    for (const id of wrong) expect((await refusalOf(books.read('invoices', id))).code, id).to.equal('NOT_FOUND');
    expect(await service.calls('GET /api.xro')).to.have.length(0);
    const unknown = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
    expect(await refusalOf(books.read('invoices', unknown))).to.include({ code: 'NOT_FOUND' });
    expect(await refusalOf(books.read('contacts', providerId))).to.include({ code: 'NOT_FOUND' });
    expect(await refusalOf(books.update('invoices', unknown, { url: null }))).to.include({ code: 'NOT_FOUND' });
    expect(await refusalOf(books.read('credit_notes', providerId))).to.include({ code: 'NOT_FOUND' });
  });

  it('of invoices are read by the provider’s id only, where that is asked for, and then cached', async () => {
    const { providerId } = await authorised(books);
    await service.database.knex('cached_records').where({ connection_id: books.connection.id }).delete();
    const path = { connectionId: books.connection.id };
    const read = (id: string) =>
      service.core.resources.readInvoiceByProviderId(tenancy.test, { ...path, providerId: id });
    expect((await read(providerId.toUpperCase())).providerId).to.equal(providerId);
    expect(await cached('invoices')).to.have.length(1);
    const refused = await refusalOf(read(resourceIdOf('invoices', providerId)));
    expect(refused.code).to.equal('NOT_FOUND');
  });

  it('that nobody writes are read too: accounts, tax rates, branding themes, the organization', async () => {
    const [account = ''] = await books.idsOf('accounts');
    const [theme = ''] = await books.idsOf('branding_themes');
    expect((await books.read('accounts', account)).fields).to.include({ status: 'ACTIVE' });
    expect((await books.read('branding_themes', theme)).fields).to.have.property('name');
    for (const id of ['OUTPUT2', resourceIdOf('tax_rates', 'OUTPUT2')]) {
      expect((await books.read('tax_rates', id)).fields).to.include({ tax_type: 'OUTPUT2', effective_rate: 15 });
    }
    expect((await books.read('organizations', books.tenantId)).fields).to.include({ base_currency: 'NZD' });
  });
});
