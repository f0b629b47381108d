import { expect } from 'chai';
import { today } from './testing/paperwork.ts';
import { type Reading, readingOf } from './testing/reading.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';

describeTryton('orders, contacts and master data of a Tryton server', () => {
  let tryton: TestTryton;
  let reading: Reading;
  before(async () => {
    tryton = await startTryton();
    reading = await readingOf(tryton);
  });
  after(() => tryton.stop());

  it('quotes and purchase orders show where they are', async () => {
    const quote = await reading.work.sale();
    expect(await reading.read('quotes', quote)).to.include({
      ...{
        status: 'DRAFT',
        title: 'Cups for the harbour',
        terms: 'Thirty days',
        external_reference: 'Q-ref',
        total: 115,
      },
      ...{ total_tax: 15, issue_date: null, expiry_date: null },
    });
    await reading.work.press('sale.sale.quote', quote);
    expect(await reading.read('quotes', quote)).to.include({ status: 'SENT', number: '1' });
    await reading.work.press('sale.sale.confirm', quote);
    expect(await reading.read('quotes', quote)).to.include({ status: 'INVOICED', issue_date: today() });
    const order = await reading.work.purchase();
    expect(await reading.read('purchase_orders', order)).to.include({
      status: 'DRAFT',
      delivery_date: '2027-01-31',
      total: 115,
    });
    for (const button of ['quote', 'confirm']) await reading.work.press(`purchase.purchase.${button}`, order);
    expect(await reading.read('purchase_orders', order)).to.include({ status: 'AUTHORISED' });
    const [{ id } = {}] = await reading.work.client.find('account.invoice', [
      ['lines.origin.purchase', '=', order, 'purchase.line'],
    ]);
    await reading.work.client.call('model.account.invoice.write', [Number(id)], {
      invoice_date: { __class__: 'date', year: 2026, month: 11, day: 20 },
    });
    await reading.work.press('account.invoice.post', Number(id));
    expect(await reading.read('purchase_orders', order)).to.include({ status: 'BILLED' });
  });

  it('contacts show how they are reached; organization, accounts and tax rates are lists of one page', async () => {
    const party = await reading.work.party({
      name: 'Kiln & Co',
      code: 'K-1',
      addresses: [
        [
          'create',
          [
            { street: '1 Quay\nShed 2\nDoor 3\nBell 4\nTwice', city: 'Nelson', postal_code: '7010', invoice: true },
            { city: 'Picton', delivery: true, party_name: 'Jo' },
          ],
        ],
      ],
      contact_mechanisms: [
        [
          'create',
          [
            { type: 'mobile', value: '+64 21 1' },
            { type: 'email', value: 'a@example.com' },
            { type: 'website', value: 'https://example.com' },
          ],
        ],
      ],
      identifiers: [['create', [{ type: null, code: '123-456' }]]],
    });
    const parts = {
      line1: null,
      line2: null,
      line3: null,
      line4: null,
      city: null,
      region: null,
      postal_code: null,
      country: null,
      attention_to: null,
    };
    expect(await reading.read('contacts', party)).to.deep.include({
      ...{ name: 'Kiln & Co', contact_number: 'K-1', email: 'a@example.com', status: 'ACTIVE', tax_number: '123-456' },
      phones: [{ type: 'MOBILE', country_code: null, area_code: null, number: '+64 21 1' }],
      addresses: [
        {
          ...parts,
          type: 'POBOX',
          line1: '1 Quay',
          line2: 'Shed 2',
          line3: 'Door 3',
          line4: 'Bell 4, Twice',
          city: 'Nelson',
          postal_code: '7010',
        },
        { ...parts, type: 'STREET', city: 'Picton', attention_to: 'Jo' },
      ],
    });
    await reading.work.client.call('model.party.party.write', [party], { active: false });
    expect((await reading.read('contacts', party))['status']).to.equal('ARCHIVED');
    const [own] = await reading.walk('organizations', null);
    expect(own?.records.map(({ fields }) => [fields['name'], fields['base_currency']])).to.eql([
      ['Hearth & Kiln Studio', 'NZD'],
    ]);
    const [accounts] = await reading.walk('accounts', null);
    expect(
      accounts?.records.map(({ fields: { code, class: kind, status } }) => [code, kind, status].join(' ')).sort(),
    ).to.eql([
      ...['090 ASSET ACTIVE', '200 REVENUE ACTIVE', '400 EXPENSE ACTIVE', '610 ASSET ACTIVE', '800 LIABILITY ACTIVE'],
      '820 LIABILITY ACTIVE',
    ]);
    const [rates] = await reading.walk('tax_rates', null);
    expect(rates?.records[0]?.fields).to.deep.include({
      ...{ name: 'GST 15% on sales', tax_type: '1', status: 'ACTIVE', effective_rate: 15 },
      components: [{ name: 'GST 15% on sales', rate: 15, compound: null, non_recoverable: null }],
    });
  });
});
