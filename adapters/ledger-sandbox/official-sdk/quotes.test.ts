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
});
