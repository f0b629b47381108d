// A value that would be altered, misunderstood or refused on its way is refused before, by name; what is cleared is gone.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { givenService } from '../testing/worlds.ts';
import { line, openBooks } from './testing/books.ts';

const long = (length: number) => 'x'.repeat(length);
const half = 'order \ud83d';
const nul = 'order \0 7';
const uuid = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';

const native: readonly [type: string, document: object, path: string, says: RegExp][] = [
  ['contacts', { Contacts: [{ Name: 'One' }] }, 'Contacts', /one record itself/],
  ['contacts', { contacts: [] }, 'contacts', /envelope/],
  ['contacts', { Contacts: { Name: 'One' } }, 'Contacts', /envelope/],
  ['invoices', { Invoices: [{}] }, 'Invoices', /envelope/],
  ['invoices', { Contacts: [{}] }, 'Contacts', /envelope/],
  ['payments', { Payments: [{}] }, 'Payments', /envelope/],
  ['accounts', { Accounts: [{ Code: '1' }] }, 'Accounts', /envelope/],
  ['invoices', { LineItems: Array(501).fill({ Description: 'x' }) }, 'LineItems', /line_items.*500/],
  ['quotes', { LineItems: Array(501).fill({}) }, 'LineItems', /line_items.*500/],
  ['invoices', { LineItems: [{}, { Description: long(4001) }] }, 'LineItems[1].Description', /4000/],
  ['invoices', { InvoiceNumber: long(256) }, 'InvoiceNumber', /255/],
  ['credit_notes', { CreditNoteNumber: long(256) }, 'CreditNoteNumber', /255/],
  ['quotes', { Title: long(101) }, 'Title', /100/],
  ['quotes', { Summary: long(3001) }, 'Summary', /3000/],
  ['quotes', { Reference: long(4001) }, 'Reference', /4000/],
  ['purchase_orders', { DeliveryInstructions: long(501) }, 'DeliveryInstructions', /500/],
  ['contacts', { ContactNumber: long(51) }, 'ContactNumber', /50/],
  ['contacts', { Phones: [{ PhoneAreaCode: long(11) }] }, 'Phones[0].PhoneAreaCode', /10/],
  ['contacts', { Addresses: [{ City: long(256) }] }, 'Addresses[0].City', /255/],
  ['accounts', { Code: long(11) }, 'Code', /10/],
  ['contacts', { ContactNumber: half }, 'ContactNumber', /surrogate/],
  ['contacts', { Name: nul }, 'Name', /NUL/],
  ['accounts', { Code: '\ud800' }, 'Code', /surrogate/],
  ['invoices', { Reference: half }, 'Reference', /surrogate/],
  ['invoices', { Contact: { ContactNumber: nul } }, 'Contact.ContactNumber', /NUL/],
  ['invoices', { LineItems: [{ AccountCode: '\udc00' }] }, 'LineItems[0].AccountCode', /surrogate/],
  ['contacts', { TaxNumber: '***-**-1234' }, 'TaxNumber', /masked/],
  ['contacts', { TaxNumber: 'XXX-XX-1234' }, 'TaxNumber', /masked/],
  ['contacts', { TaxNumber: '•••••1234' }, 'TaxNumber', /masked/],
  ['invoices', { Contact: { ContactID: uuid, TaxNumber: 'xx-xxx1234' } }, 'Contact.TaxNumber', /masked/],
];

const document = { contact_id: uuid, line_items: [line] };
const normalized: readonly [type: string, body: object, path: string][] = [
  ['contacts', { name: half }, 'name'],
  ['contacts', { name: 'x', contact_number: half }, 'contact_number'],
  ['contacts', { name: 'x', account_number: nul }, 'account_number'],
  ['contacts', { name: 'x', email: nul }, 'email'],
  ['contacts', { name: 'x', tax_number: '*****1234' }, 'tax_number'],
  ['invoices', { ...document, external_reference: half }, 'external_reference'],
  ['invoices', { ...document, number: nul }, 'number'],
  ['invoices', { ...document, line_items: [{ ...line, account_code: '\0' }] }, 'line_items[0].account_code'],
  ['quotes', { ...document, issue_date: '2030-01-01', external_reference: nul }, 'external_reference'],
  ['payments', { invoice_id: uuid, account_code: '\ud800', amount: 1 }, 'account_code'],
];

describe('a write that would come out as another', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  for (const [type, provider_data, path, says] of native) {
    it(`is refused before it leaves: ${path} of native ${type}, ${JSON.stringify(provider_data).slice(0, 50)}`, async () => {
      const writes = [
        books.create(type, { provider_data }),
        books.create(type, { provider_data, preserve_existing: true }),
      ];
      if (!['payments', 'credit_notes'].includes(type)) writes.push(books.update(type, uuid, { provider_data }));
      for (const asked of writes) {
        const refused = await refusalOf(asked);
        expect(refused.code).to.equal('BAD_REQUEST');
        expect(refused.details.errors?.map((error) => error.path)).to.deep.equal([`provider_data.${path}`]);
        expect(refused.message).to.match(says);
      }
      expect(await service.calls('')).to.deep.equal([]);
    });
  }

  for (const [type, body, path] of normalized) {
    it(`is refused before it leaves: ${path} of ${type}, ${JSON.stringify(body).slice(0, 50)}`, async () => {
      const refused = await refusalOf(books.create(type, body));
      expect([refused.code, refused.details.errors?.map((error) => error.path)]).to.deep.equal(['BAD_REQUEST', [path]]);
      expect(await service.calls('PUT')).to.deep.equal([]);
    });
  }

  it('takes what only looks so: payments that an invoice shows, numbers with an X or two, halves in a description', async () => {
    const { providerId: contact_id } = await books.create('contacts', {
      name: 'Looks Ltd',
      tax_number: 'XAXX010101000',
    });
    const description = 'half \ud83d and NUL \0';
    const made = await books.create('invoices', { contact_id, line_items: [{ ...line, description }] });
    const { native: shown } = await books.read('invoices', made.providerId);
    const again = { ...shown, Payments: [], Reference: 'again' };
    const { fields } = await books.update('invoices', made.providerId, { provider_data: again });
    expect(fields['external_reference']).to.equal('again');
    expect((fields['line_items'] as unknown as (typeof line)[])[0]?.description).to.equal(description);
  });

  it('as a search, is refused by name', async () => {
    for (const field of ['number', 'external_reference', 'name'] as const) {
      for (const text of [half, nul]) {
        const asked = service.core.resources.searchQuotes(tenancy.test, {
          ...{ connectionId: books.connection.id, body: { [field]: text } },
        });
        const refused = await refusalOf(asked);
        expect([refused.code, refused.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', field]);
      }
    }
    expect(await service.calls('')).to.deep.equal([]);
  });

  it('as the page of a search, is empty beyond the last, whatever its number', async () => {
    for (const page of [1_000_000, 2 ** 31, 10 ** 15, 1e300]) {
      const body = { page };
      const found = await service.core.resources.searchQuotes(tenancy.test, {
        connectionId: books.connection.id,
        body,
      });
      expect([found.records, found.page, found.nextCursor]).to.deep.equal([[], page, null]);
    }
    expect(await service.calls('')).to.deep.equal([]);
  });
});

describe('what null or "" clears', () => {
  let contact: string;
  const service = openedOnce(() => openService());
  const books = openedOnce(async () => openBooks(service, await service.newOrganization()));
  before(async () => {
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
  });

  const full = {
    first_name: 'First',
    // Unique among contacts.
    account_number: '',
    default_currency: 'NZD',
    phones: [{ type: 'MOBILE', number: '555 0102' }],
    addresses: [{ type: 'STREET', line1: '1 Quay Street' }],
    contact_persons: [{ first_name: 'Second' }],
  };
  for (const nothing of [null, '']) {
    for (const field of Object.keys(full)) {
      it(`is gone: ${field} by ${JSON.stringify(nothing)}`, async () => {
        const name = `Customer ${crypto.randomUUID()}`;
        const { providerId } = await books.create('contacts', { name, ...full, account_number: crypto.randomUUID() });
        await books.update('contacts', providerId, { [field]: nothing });
        const { fields } = await books.read('contacts', providerId);
        expect(fields[field]).to.deep.equal(Array.isArray(full[field as keyof typeof full]) ? [] : null);
        expect(fields['name']).to.equal(name);
      });
    }

    it(`is gone: the due date of an invoice by ${JSON.stringify(nothing)}, and what a new record leaves out`, async () => {
      const body = { contact_id: contact, line_items: [line], due_date: '2030-01-31', external_reference: 'r' };
      const { providerId } = await books.create('invoices', body);
      await books.update('invoices', providerId, { due_date: nothing, external_reference: nothing });
      const { fields } = await books.read('invoices', providerId);
      expect([fields['due_date'], fields['external_reference']]).to.deep.equal([null, null]);
      const bare = { ...body, due_date: nothing, branding_theme_id: nothing };
      expect((await books.create('invoices', bare)).fields['due_date']).to.equal(null);
    });

    for (const type of ['invoices', 'purchase_orders']) {
      it(`is refused by name: the branding theme of ${type} by ${JSON.stringify(nothing)}`, async () => {
        const { providerId } = await books.create(type, { contact_id: contact, line_items: [line] });
        await service.sandbox.control('DELETE', 'requests');
        const refused = await refusalOf(books.update(type, providerId, { branding_theme_id: nothing }));
        expect([refused.code, refused.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', 'branding_theme_id']);
        expect(await service.calls('POST /api')).to.deep.equal([]);
      });
    }
  }

  it('says what is wrong inside a field that could be cleared, and nothing of clearing', async () => {
    const wrong = {
      phones: [{ type: 'HOME' }],
      default_currency: 'nzd',
      payment_terms: { sales: { day: 'x' } },
      addresses: 7,
    };
    const refused = await refusalOf(books.update('contacts', contact, wrong));
    expect(refused.details.errors?.map(({ path }) => path).sort()).to.deep.equal([
      ...['addresses', 'default_currency', 'payment_terms.sales.day', 'payment_terms.sales.type', 'phones[0].type'],
    ]);
    expect(refused.details.errors?.find(({ path }) => path === 'addresses')?.message).to.equal('must be a list');
  });
});
