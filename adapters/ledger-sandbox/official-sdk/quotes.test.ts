import { expect } from 'chai';
import { type Quote, QuoteLineAmountTypes, QuoteStatusCodes } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, only } from './testing/drive-sdk.ts';

describe('official SDK: quotes', () => {
  let sdk: DrivenSdk;
  let contactID = '';
  before(async () => {
    sdk = await driveSdk();
    contactID = only((await sdk.api.getContactByContactNumber(sdk.tenantId, 'C-1002')).body.contacts).contactID ?? '';
  });
  after(() => sdk.close());

  const bench = { description: 'Bench', quantity: 1, unitAmount: 19.95, discountRate: 10, accountCode: '200' };
  const offer = (changes: Quote = {}): Quote => ({
    contact: { contactID },
    date: '2026-09-13',
    lineItems: [{ ...bench, taxType: 'OUTPUT2' }],
    ...changes,
  });
  const create = async (changes?: Quote): Promise<Quote> =>
    only((await sdk.api.createQuotes(sdk.tenantId, { quotes: [offer(changes)] })).body.quotes);
  const update = async (id: string | undefined, changes: Quote): Promise<Quote> =>
    only((await sdk.api.updateQuote(sdk.tenantId, id ?? '', { quotes: [changes] })).body.quotes);
  const read = async (id: string | undefined): Promise<Quote> =>
    only((await sdk.api.getQuote(sdk.tenantId, id ?? '')).body.quotes);

  it('creates one and reads it with dates, enums and numbers', async () => {
    const details = {
      title: 'Workshop',
      summary: 'A bench',
      terms: '30 days',
      reference: 'Q-1',
      expiryDate: '2026-10-13',
    };
    const created = await create(details);
    expect(created.quoteNumber).to.match(/^QU-\d{4}$/);
    expect(created.statusAttributeString).to.equal('OK');
    const quote = await read(created.quoteID);
    expect(quote.status).to.equal(QuoteStatusCodes.DRAFT);
    expect(quote.lineAmountTypes).to.equal(QuoteLineAmountTypes.EXCLUSIVE);
    expect(quote).to.include({ subTotal: 17.96, totalTax: 2.69, total: 20.65, totalDiscount: 1.99, terms: '30 days' });
    expect(quote).to.include({
      title: 'Workshop',
      summary: 'A bench',
      reference: 'Q-1',
      dateString: '2026-09-13T00:00:00',
    });
    expect([dayOf(quote.date), dayOf(quote.expiryDate)]).to.deep.equal([
      '2026-09-13T00:00:00.000Z',
      '2026-10-13T00:00:00.000Z',
    ]);
    expect(quote.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(quote.contact).to.include({
      contactID,
      name: 'Northgate Builders',
      emailAddress: 'office@northgate.example',
    });
    expect(quote.lineItems?.[0]).to.include({ itemCode: '', discountRate: 10, lineAmount: 17.96 });
  });

  it('keeps everything when the whole model is sent back', async () => {
    const inclusive = { lineAmountTypes: QuoteLineAmountTypes.INCLUSIVE, terms: '30 days', expiryDate: '2026-10-13' };
    const quote = await read((await create(inclusive)).quoteID);
    await update(quote.quoteID, { ...quote, status: QuoteStatusCodes.SENT });
    const { updatedDateUTC: _before, ...kept } = quote;
    const { updatedDateUTC: _after, ...again } = await read(quote.quoteID);
    expect(again).to.deep.equal({ ...kept, status: QuoteStatusCodes.SENT });
  });

  it('lists without pagination, a hundred at a time, by the filters there are', async () => {
    const tenant_id = String((await sdk.control('POST', 'organisations', { name: 'L', seed: 'large' }))['tenant_id']);
    const api = (await sdk.connect([tenant_id])).accountingApi;
    type Query = Parameters<typeof api.getQuotes> extends [string, ...infer Rest] ? Rest : never;
    const numbers = async (...query: Query) =>
      ((await api.getQuotes(tenant_id, ...query)).body.quotes ?? []).map((quote) => quote.quoteNumber);
    const none = undefined;
    const sizes = [];
    for (const page of [none, 2, 3, 4]) {
      sizes.push((await numbers(none, none, none, none, none, none, none, page)).length);
    }
    expect(sizes).to.deep.equal([100, 100, 52, 0]);
    expect(await numbers(none, none, none, none, none, none, 'SENT')).to.deep.equal(['QU-0001']);
    expect(await numbers(none, none, none, none, none, none, none, none, none, 'QU-0025')).to.deep.equal(['QU-0025']);
    const [sent] = (await api.getQuotes(tenant_id, none, none, none, none, none, none, 'SENT')).body.quotes ?? [];
    expect(await numbers(none, none, none, none, none, sent?.contact?.contactID ?? '')).to.deep.equal([
      'QU-0001',
      'QU-0002',
    ]);
    expect(await numbers(none, '2020-01-01', '2020-12-31')).to.deep.equal([]);
    expect(await numbers(none, none, none, '2020-01-01', '2099-12-31')).to.have.length(2);
    expect(await numbers(none, none, none, none, none, none, none, 1, 'QuoteNumber DESC')).to.include('QU-0252');
    expect(await numbers(new Date(Date.now() + 60_000))).to.deep.equal([]);
  });

  it('prints and keeps notes', async () => {
    const { api, tenantId } = sdk;
    const { quoteID = '', quoteNumber } = await create();
    const bytes = (await api.getQuoteAsPdf(tenantId, quoteID)).body;
    expect(bytes.toString('latin1'))
      .to.match(/^%PDF-/)
      .and.include(`Number=${quoteNumber} Status=DRAFT`);
    await api.createQuoteHistory(tenantId, quoteID, { historyRecords: [{ details: 'Sent by post' }] });
    expect((await api.getQuoteHistory(tenantId, quoteID)).body.historyRecords?.[0]).to.include({
      details: 'Sent by post',
    });
  });
});
