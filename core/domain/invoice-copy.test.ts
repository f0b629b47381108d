import { expect } from 'chai';
import fc from 'fast-check';
import { correctedCopy } from './invoice-rules.ts';
import type { JsonObject } from './json.ts';

const line: JsonObject = {
  line_item_id: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  description: 'Bench',
  quantity: 2,
  unit_amount: 50.1234,
  discount_rate: null,
  discount_amount: 0,
  item_code: '',
  account_id: 'acc_1',
  account_code: '200',
  tax_type: 'OUTPUT2',
  tax_amount: 15.04,
  line_amount: 100.25,
  tracking: [],
};
const invoice: JsonObject = {
  type: 'receivable',
  number: 'INV-0007',
  external_reference: 'job-7',
  status: 'AUTHORISED',
  contact_id: 'con_1',
  contact: { id: 'con_1', provider_id: 'x', name: 'Ann' },
  issue_date: '2030-01-01',
  due_date: '2030-01-31',
  currency: 'NZD',
  currency_rate: 1,
  line_amount_mode: 'exclusive',
  line_items: [line],
  sub_total: 100.25,
  total_tax: 15.04,
  total_discount: null,
  total: 115.29,
  amount_due: 115.29,
  amount_paid: 0,
  amount_credited: 0,
  fully_paid_on: null,
  branding_theme_id: 'brand_1',
  url: null,
  sent_to_contact: true,
  payments: [],
};
const copiedLine = {
  description: 'Bench',
  quantity: 2,
  unit_amount: 50.1234,
  account_code: '200',
  tax_type: 'OUTPUT2',
  tax_amount: 15.04,
};

describe('the corrected copy of an invoice', () => {
  it('is a draft that says the same, without what the provider gives or computes', () => {
    expect(correctedCopy(invoice, {})).to.deep.equal({
      type: 'receivable',
      status: 'DRAFT',
      contact_id: 'con_1',
      external_reference: 'job-7',
      issue_date: '2030-01-01',
      due_date: '2030-01-31',
      currency: 'NZD',
      line_amount_mode: 'exclusive',
      branding_theme_id: 'brand_1',
      line_items: [copiedLine],
    });
  });

  const changes: readonly [string, JsonObject, JsonObject][] = [
    ['a date', { due_date: '2030-02-28' }, { due_date: '2030-02-28' }],
    ['a customer', { contact_id: 'con_2' }, { contact_id: 'con_2' }],
    ['a number', { number: 'X-1' }, { number: 'X-1' }],
    [
      'a currency, with a rate of its own',
      { currency: 'AUD', currency_rate: 0.9 },
      { currency: 'AUD', currency_rate: 0.9 },
    ],
  ];
  for (const [name, sent, shown] of changes) {
    it(`takes ${name} from the changes`, () => {
      expect(correctedCopy(invoice, sent)).to.deep.include(shown);
    });
  }

  it('does without what null or "" takes away', () => {
    const copy = correctedCopy(invoice, { external_reference: null, branding_theme_id: '' });
    expect(copy).not.to.have.any.keys('external_reference', 'branding_theme_id');
  });

  it('takes lines as a whole, and as new ones', () => {
    const sent = { line_item_id: line['line_item_id'] ?? '', description: 'Table', unit_amount: 10 };
    expect(correctedCopy(invoice, { line_items: [sent] })['line_items']).to.deep.equal([
      { description: 'Table', unit_amount: 10 },
    ]);
  });

  it('lets tax be computed anew where line amounts mean something else', () => {
    const [copied] = correctedCopy(invoice, { line_amount_mode: 'inclusive' })['line_items'] as JsonObject[];
    expect(copied).not.to.have.property('tax_amount');
  });

  it('keeps the rate of a foreign currency, but not for another one', () => {
    const foreign = { ...invoice, currency: 'AUD', currency_rate: 0.93 };
    expect(correctedCopy(foreign, {})).to.include({ currency_rate: 0.93 });
    expect(correctedCopy(foreign, { currency: 'USD' })).not.to.have.property('currency_rate');
  });

  it('keeps a bill’s number, which is its supplier’s', () => {
    expect(correctedCopy({ ...invoice, type: 'payable' }, {})).to.include({ number: 'INV-0007' });
  });

  it('never holds what cannot be written, and always what was changed', () => {
    const writable = new Set([
      'type',
      'number',
      'contact_id',
      'external_reference',
      'issue_date',
      'due_date',
      'currency',
      'currency_rate',
      'line_amount_mode',
      'branding_theme_id',
      'url',
      'line_items',
      'status',
    ]);
    const anyChanges = fc.record(
      { due_date: fc.constant('2030-03-01'), external_reference: fc.string({ minLength: 1 }), url: fc.webUrl() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.subarray(Object.keys(invoice)), anyChanges, (missing, sent) => {
        const partial = Object.fromEntries(Object.entries(invoice).filter(([name]) => !missing.includes(name)));
        const copy = correctedCopy(partial, sent);
        for (const name of Object.keys(copy)) expect(writable).to.include(name);
        expect(copy).to.deep.include(sent);
        expect(copy['status']).to.equal('DRAFT');
      }),
    );
  });
});
