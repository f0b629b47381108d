import { expect } from 'chai';
import { type Quote, QuoteLineAmountTypes, QuoteStatusCodes } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

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

  it('gives a line with an account but no tax type no tax', async () => {
    const quote = await create({ lineItems: [bench] });
    expect(quote.lineItems?.[0]).to.include({ taxType: undefined, taxAmount: 0 });
  });

  it('replaces the header on update: what is left out is renumbered, emptied and made exclusive', async () => {
    const header = { terms: '30 days', title: 'T', reference: 'R', expiryDate: '2026-10-13' };
    const first = await create({ ...header, lineAmountTypes: QuoteLineAmountTypes.INCLUSIVE });
    const bare = await update(first.quoteID, { contact: { contactID }, date: '2026-09-14' });
    expect(bare.quoteNumber).to.not.equal(first.quoteNumber);
    expect(bare).to.include({ terms: '', title: '', reference: '', expiryDate: undefined });
    expect(bare).to.include({ lineAmountTypes: QuoteLineAmountTypes.EXCLUSIVE });
    expect(bare.lineItems?.map((line) => line.lineItemID)).to.deep.equal(
      first.lineItems?.map((line) => line.lineItemID),
    );
    expect(bare.total).to.not.equal(first.total);
    const refused = await refusalOf(
      sdk.api.updateQuote(sdk.tenantId, first.quoteID ?? '', { quotes: [{ title: 'x' }] }),
    );
    expect([refused.statusCode, messagesOf(refused).length]).to.deep.equal([400, 1]);
  });

  it('keeps everything when the whole model is sent back', async () => {
    const inclusive = { lineAmountTypes: QuoteLineAmountTypes.INCLUSIVE, terms: '30 days', expiryDate: '2026-10-13' };
    const quote = await read((await create(inclusive)).quoteID);
    await update(quote.quoteID, { ...quote, status: QuoteStatusCodes.SENT });
    const { updatedDateUTC: _before, ...kept } = quote;
    const { updatedDateUTC: _after, ...again } = await read(quote.quoteID);
    expect(again).to.deep.equal({ ...kept, status: QuoteStatusCodes.SENT });
  });

  it('goes through its states and refuses the others', async () => {
    const quote = await create();
    const move = async (status: QuoteStatusCodes) => {
      const { quoteNumber = '' } = await read(quote.quoteID);
      return (await update(quote.quoteID, { ...offer({ status }), quoteNumber })).status;
    };
    const { SENT, ACCEPTED, DECLINED, INVOICED, DELETED, DRAFT } = QuoteStatusCodes;
    expect((await refusalOf(move(DECLINED))).statusCode).to.equal(400);
    for (const status of [SENT, ACCEPTED, INVOICED]) expect(await move(status)).to.equal(status);
    expect((await refusalOf(move(DRAFT))).statusCode).to.equal(400);
    expect(await move(DELETED)).to.equal(DELETED);
    expect((await refusalOf(move(SENT))).statusCode).to.equal(400);
  });

  it('updates or creates on the collection, by id', async () => {
    const { api, tenantId } = sdk;
    const upsert = async (quote: Quote) =>
      only((await api.updateOrCreateQuotes(tenantId, { quotes: [quote] })).body.quotes);
    const first = await upsert(offer({ quoteNumber: 'SDK-Q1' }));
    const second = await upsert({ ...offer({ quoteNumber: 'SDK-Q1', title: 'Two' }), quoteID: first.quoteID ?? '' });
    expect([second.quoteID, second.quoteNumber, second.title]).to.deep.equal([first.quoteID, 'SDK-Q1', 'Two']);
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

  it('says which element is wrong with summarizeErrors=false', async () => {
    const { date: _none, ...undated } = offer();
    const answer = await sdk.api.createQuotes(sdk.tenantId, { quotes: [undated, offer()] }, false);
    const [bad, good] = answer.body.quotes ?? [];
    expect([bad?.statusAttributeString, good?.statusAttributeString]).to.deep.equal(['ERROR', 'OK']);
    expect(bad?.validationErrors?.[0]?.message).to.equal('The Date field must be specified.');
  });
});
