import { expect } from 'chai';
import { type ResourceType, resourceIdOf, resourceTypes } from '#core/ports';
import { json, refusalOf, type ScriptedProvider, scriptedProvider, someId } from './testing/scripted-provider.ts';
import { families } from './wire/families.ts';

const since = new Date('2026-09-14T09:29:59.987Z');
const query = { since, after: null };

/** The path of the first page, and whether it may have If-Modified-Since. */
const asked: Readonly<Record<ResourceType, readonly [path: string, ims: boolean]>> = {
  organizations: ['/Organisation', false],
  contacts: ['/Contacts?order=UpdatedDateUTC%20ASC&includeArchived=true&page=1&pageSize=50', true],
  invoices: ['/Invoices?unitdp=4&order=UpdatedDateUTC%20ASC&includeArchived=true&page=1&pageSize=50', true],
  credit_notes: ['/CreditNotes?unitdp=4&order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  quotes: ['/Quotes?order=UpdatedDateUTC%20ASC&page=1', true],
  payments: ['/Payments?order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  purchase_orders: ['/PurchaseOrders?order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  accounts: ['/Accounts', true],
  tax_rates: ['/TaxRates', false],
  branding_themes: ['/BrandingThemes', false],
  items: ['/Items?unitdp=4', true],
  bank_transactions: ['/BankTransactions?unitdp=4&order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  prepayments: ['/Prepayments?unitdp=4&order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  overpayments: ['/Overpayments?unitdp=4&order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  tracking_categories: ['/TrackingCategories?includeArchived=true', false],
  manual_journals: ['/ManualJournals?order=UpdatedDateUTC%20ASC&page=1&pageSize=50', true],
  bank_transfers: ['/BankTransfers?includeDeleted=true', false],
  repeating_invoices: ['/RepeatingInvoices', false],
};

describe('reads', () => {
  let provider: ScriptedProvider;
  afterEach(() => provider.close());

  for (const type of resourceTypes) {
    it(`lists ${type} as the provider offers it`, async () => {
      provider = await scriptedProvider(json({ [families[type].envelope]: [] }), { pageSize: 50 });
      const empty = { records: [], unreadable: [], next: null };
      expect(await provider.gateway.list(provider.access, type, query)).to.eql(empty);
      const [path, ims] = asked[type];
      expect(provider.received[0]?.path).to.equal(`/api.xro/2.0${path}`);
      expect(provider.received[0]?.headers['if-modified-since']).to.equal(ims ? '2026-09-14T09:29:59' : undefined);
    });
  }

  const uuid = (n: number) => `0b5e6d2a-7f57-4a7e-8a49-${String(n).padStart(12, '0')}`;
  const documents = (type: ResourceType, count: number) =>
    Array.from({ length: count }, (_, n) => ({ [families[type].idKey]: uuid(n + 1) }));
  const pages: readonly [string, ResourceType, number, object | undefined, boolean][] = [
    ['the page count says there is more', 'invoices', 3, { page: 1, pageCount: 2 }, true],
    ['the page count says it was the last', 'invoices', 50, { page: 1, pageCount: 1 }, false],
    ['there is no count and the page is full', 'payments', 50, undefined, true],
    ['there is no count and the page is not full', 'payments', 49, undefined, false],
    ['a hundred quotes came', 'quotes', 100, undefined, true],
    ['ninety-nine quotes came', 'quotes', 99, undefined, false],
    ['everything came at once', 'accounts', 300, undefined, false],
  ];
  for (const [when, type, count, pagination, more] of pages) {
    it(`${more ? 'goes on' : 'ends'} when ${when}`, async () => {
      const answer = json({ [families[type].envelope]: documents(type, count), pagination });
      provider = await scriptedProvider(answer, { pageSize: 50 });
      const { records, next } = await provider.gateway.list(provider.access, type, query);
      expect([records.length, next !== null]).to.eql([count, more]);
    });
  }

  it('lists what can be read, and beside it what cannot: without an id, no document at all, an id in our own form', async () => {
    const ours = resourceIdOf('contacts', someId);
    const Quotes = [
      { QuoteID: uuid(1), Reference: 'good' },
      { Reference: 'no id' },
      null,
      'text',
      { QuoteID: 'x'.repeat(99) },
      { QuoteID: uuid(2), Contact: { ContactID: ours } },
      { QuoteID: uuid(3) },
    ];
    provider = await scriptedProvider(json({ Quotes }));
    const { records, unreadable } = await provider.gateway.list(provider.access, 'quotes', query);
    expect(records.map(({ providerId }) => providerId)).to.eql([uuid(1), uuid(3)]);
    expect(unreadable).to.eql([null, null, null, 'x'.repeat(50), uuid(2)]);
  });

  it('asks for no larger pages than the provider gives, and on from the cursor', async () => {
    provider = await scriptedProvider(json({ Payments: documents('payments', 1000) }), { pageSize: 5000 });
    const { next } = await provider.gateway.list(provider.access, 'payments', query);
    await provider.gateway.list(provider.access, 'payments', { since, after: next });
    const paths = provider.received.map(({ path }) => path.replace(/.*&page=/, 'page='));
    expect(paths).to.eql(['page=1&pageSize=1000', 'page=2&pageSize=990']);
  });

  it('reads by id only, and takes an answer about another record for none', async () => {
    provider = await scriptedProvider(json({ Contacts: [{ ContactID: uuid(9) }] }));
    for (const name of ['C-1001', '', '../Invoices', '00000000-0000-0000-0000-000000000000']) {
      const error = await refusalOf(provider.gateway.read(provider.access, 'contacts', name));
      expect(error).to.include({ code: 'NOT_FOUND', message: 'no such contact' });
    }
    expect(provider.received).to.eql([]);
    const other = await refusalOf(provider.gateway.read(provider.access, 'contacts', someId));
    expect(other.code).to.equal('PROVIDER_ERROR');
    expect((await provider.gateway.read(provider.access, 'contacts', uuid(9).toUpperCase())).providerId).to.equal(
      uuid(9),
    );
  });

  it('takes an empty answer for a record that is not there', async () => {
    provider = await scriptedProvider(json({ TaxRates: [] }));
    const error = await refusalOf(provider.gateway.read(provider.access, 'tax_rates', 'A/B'));
    expect(error).to.include({ code: 'NOT_FOUND', message: 'no such tax rate' });
    expect(provider.received[0]?.path).to.equal('/api.xro/2.0/TaxRates/A%2FB');
  });
});
