import { expect } from 'chai';
import { type Drive, driveSandbox, items, type Loose } from '../drive-sandbox.test.ts';

const line = { Description: 'Bench', Quantity: 1, UnitAmount: 500, AccountCode: '200', TaxType: 'OUTPUT2' };
const Contact = { Name: 'City Power' };
const base = { Contact, Date: '2026-09-13' };

describe('sandbox quotes', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  const make = (changes: object = {}) =>
    drive.first('PUT', 'Quotes', { Quotes: [{ ...base, LineItems: [line], ...changes }] });
  const read = async (id: Loose | undefined) => (await drive.api('GET', `Quotes/${id}`)).json['Quotes']?.[0] ?? {};

  it('speaks its own dialect', async () => {
    const answer = await drive.api('PUT', 'Quotes', { ...base, LineAmountTypes: 'Inclusive', LineItems: [line] });
    expect(answer.text.startsWith('{"SummarizeErrors":true,"Id":')).to.equal(true);
    expect(answer.headers['content-type']).to.equal('application/json');
    const quote = answer.json['Quotes']?.[0] ?? {};
    expect(quote['LineAmountTypes']).to.equal('INCLUSIVE');
    expect(quote['Date']).to.equal('/Date(1789257600000)/');
    expect(quote['UpdatedDateUTC']).to.match(/^\/Date\(\d+\)\/$/);
    expect(quote['Terms']).to.equal('');
    expect([quote['SubTotal'], quote['TotalTax'], quote['Total']]).to.deep.equal([434.78, 65.22, 500]);
    expect(quote['StatusAttributeString']).to.equal('OK');
    const list = await drive.api('GET', 'Quotes');
    expect(list.json).to.not.have.property('pagination');
  });

  it('replaces the header: a new number, no terms, exclusive amounts, the same lines', async () => {
    const before = await make({
      Terms: '30 days',
      Reference: 'R',
      Title: 'T',
      LineAmountTypes: 'INCLUSIVE',
      ExpiryDate: '2026-10-13',
    });
    const after = await drive.first('POST', `Quotes/${before['QuoteID']}`, base);
    expect(after['QuoteNumber']).to.not.equal(before['QuoteNumber']);
    expect([after['Terms'], after['Reference'], after['Title'], after['LineAmountTypes']]).to.deep.equal([
      '',
      '',
      '',
      'EXCLUSIVE',
    ]);
    expect(after).to.not.have.property('ExpiryDate');
    expect([before['Total'], after['Total']]).to.deep.equal([500, 575]);
    expect(after['LineItems']?.[0]?.['LineItemID']).to.equal(before['LineItems']?.[0]?.['LineItemID']);
    expect(after['Status']).to.equal('DRAFT');
    const again = await drive.first('POST', 'Quotes', { ...base, QuoteID: before['QuoteID'], LineItems: [line] });
    expect(again['QuoteNumber']).to.equal(before['QuoteNumber']);
    expect(again['LineItems']?.[0]?.['LineItemID']).to.not.equal(before['LineItems']?.[0]?.['LineItemID']);
  });

  it('needs a contact and a date every time', async () => {
    const { QuoteID } = await make();
    for (const body of [{ Date: '2026-09-13' }, { Contact }]) {
      expect((await drive.api('POST', `Quotes/${QuoteID}`, body)).status).to.equal(400);
    }
  });

  it('gives a line without tax type no tax', async () => {
    const { TaxType: _dropped, ...untaxed } = line;
    const quote = await make({ LineItems: [untaxed] });
    expect(quote['LineItems']?.[0]).to.not.have.property('TaxType');
    expect(quote['TotalTax']).to.equal(0);
  });

  const moves: readonly (readonly [readonly string[], string, boolean])[] = [
    [[], 'ACCEPTED', false],
    [[], 'DECLINED', false],
    [['SENT'], 'DRAFT', false],
    [['SENT'], 'DECLINED', true],
    [['SENT', 'ACCEPTED'], 'INVOICED', true],
    [['SENT', 'ACCEPTED'], 'DECLINED', false],
    [['SENT', 'ACCEPTED', 'INVOICED'], 'SENT', true],
    [['SENT', 'DECLINED'], 'DELETED', true],
    [['DELETED'], 'SENT', false],
  ];
  for (const [path, to, isAllowed] of moves) {
    it(`${['DRAFT', ...path].join(' > ')} to ${to}: ${isAllowed ? 'allowed' : 'refused'}`, async () => {
      const { QuoteID, QuoteNumber } = await make();
      for (const Status of path) await drive.first('POST', `Quotes/${QuoteID}`, { ...base, QuoteNumber, Status });
      const answer = await drive.api('POST', `Quotes/${QuoteID}`, { ...base, QuoteNumber, Status: to });
      expect(answer.status).to.equal(isAllowed ? 200 : 400);
    });
  }

  it('can show inclusive lines net, or so that nothing fits, while the totals stand', async () => {
    const { QuoteID } = await make({ LineAmountTypes: 'INCLUSIVE' });
    const shown = async (quirks: object) => {
      await drive.control('POST', 'quirks', quirks);
      const quote = await read(QuoteID);
      return [
        quote['LineAmountTypes'],
        quote['LineItems']?.[0]?.['LineAmount'],
        quote['LineItems']?.[0]?.['UnitAmount'],
        quote['Total'],
      ];
    };
    expect(await shown({})).to.deep.equal(['INCLUSIVE', 500, 500, 500]);
    expect(await shown({ inclusive_quotes_net: true })).to.deep.equal(['INCLUSIVE', 434.78, 434.78, 500]);
    expect(await shown({ irreconcilable_quotes: true })).to.deep.equal(['INCLUSIVE', 467.39, 467.39, 500]);
  });

  it('filters numbers as narrowly as the quirk says', async () => {
    await make({ QuoteNumber: 'QU-0001-B' });
    const numbers = async () =>
      items((await drive.api('GET', 'Quotes?QuoteNumber=U-0001')).json['Quotes']).map((quote) => quote['QuoteNumber']);
    expect(await numbers()).to.have.members(['QU-0001', 'QU-0001-B']);
    await drive.control('POST', 'quirks', { quote_number_filter: 'exact' });
    expect(await numbers()).to.deep.equal([]);
  });

  it('shows a hundred at a time and nothing past the end', async () => {
    const { tenant_id } = (await drive.control('POST', 'organisations', { name: 'Large Ltd', seed: 'large' })).json;
    const tokens = await drive.connect([String(tenant_id)]);
    const headers = { authorization: `Bearer ${tokens['access_token']}`, 'ledger-tenant-id': String(tenant_id) };
    const count = async (page: number) =>
      items((await drive.api('GET', `Quotes?page=${page}`, undefined, headers)).json['Quotes']).length;
    expect([await count(1), await count(3), await count(4)]).to.deep.equal([100, 52, 0]);
    const invoices = await drive.api('GET', 'Invoices?page=2&pageSize=200', undefined, headers);
    expect(invoices.json['pagination']).to.deep.equal({ page: 2, pageSize: 200, pageCount: 2, itemCount: 254 });
    expect(items(invoices.json['Invoices'])).to.have.length(54);
  });
});
