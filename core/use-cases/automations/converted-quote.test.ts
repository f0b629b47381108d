import { expect } from 'chai';
import fc from 'fast-check';
import { haveEqualTotals, linesOf } from '../../domain/document-lines.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { convertQuote } from './quote-convert-to-invoice.ts';

const traits = { title: 'Xero', rounding: 'half_up', noTax: 'NONE' } as const;
type Ask = Parameters<typeof convertQuote>[1];
const ask: Ask = { due_date: '2030-02-01' };

const line: JsonObject = {
  line_item_id: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  description: 'Bench',
  quantity: 2,
  unit_amount: 50,
  discount_rate: 0,
  discount_amount: 0,
  item_code: null,
  account_id: 'acc_1',
  account_code: '200',
  tax_type: 'OUTPUT2',
  tax_amount: 15,
  line_amount: 100,
  tracking: [],
};
const quote: JsonObject = {
  number: 'QU-0001',
  external_reference: 'job-7',
  status: 'ACCEPTED',
  contact_id: 'con_1',
  contact: { id: 'con_1', provider_id: 'x', name: 'Ann' },
  issue_date: '2030-01-01',
  expiry_date: '2030-01-15',
  currency: 'NZD',
  currency_rate: 1,
  line_amount_mode: 'exclusive',
  line_items: [line],
  sub_total: 100,
  total_tax: 15,
  total_discount: null,
  total: 115,
  branding_theme_id: 'brand_1',
  title: 'Title',
  summary: 'Summary',
  terms: 'Terms',
};

const converted = (over: JsonObject = {}, how: Partial<Ask> = {}): JsonObject =>
  convertQuote({ ...quote, ...over }, { ...ask, ...how }, traits);
const refusal = (over: JsonObject, how: Partial<Ask> = {}) => {
  try {
    converted(over, how);
  } catch (error) {
    if (error instanceof ServiceError) return { reason: error.details.reason, why: error.message };
    throw error;
  }
  return expect.fail('it was converted');
};
const lineOf = (fields: JsonObject) => (fields['line_items'] as JsonObject[])[0];

describe('converting a quote', () => {
  it('is due on the day that is given, else on the one on which the quote expires', () => {
    const dueDates = (due_date?: string, expiry: string | null = '2030-01-15') =>
      converted({ expiry_date: expiry }, { due_date })['due_date'];
    expect(dueDates('2030-02-01')).to.equal('2030-02-01');
    expect(dueDates()).to.equal('2030-01-15');
    expect(dueDates('2030-02-01', null)).to.equal('2030-02-01');
    expect(refusal({ expiry_date: null }, { due_date: undefined }).reason).to.equal('quote_without_due_date');
  });

  it('clones what an invoice has, and nothing that is the quote’s own', () => {
    expect(converted()).to.deep.equal({
      type: 'receivable',
      status: 'AUTHORISED',
      contact_id: 'con_1',
      issue_date: '2030-01-01',
      due_date: '2030-02-01',
      external_reference: 'job-7',
      branding_theme_id: 'brand_1',
      currency: 'NZD',
      line_amount_mode: 'exclusive',
      line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200', tax_type: 'OUTPUT2' }],
    });
  });

  it('takes date and reference from the asker where they are given', () => {
    const fields = converted({}, { date: '2030-01-20', external_reference: 'other' });
    expect([fields['issue_date'], fields['external_reference']]).to.deep.equal(['2030-01-20', 'other']);
    expect(converted({}, { external_reference: null })).not.to.have.property('external_reference');
  });

  it('keeps the rate of a foreign currency', () => {
    expect(converted({ currency: 'AUD', currency_rate: 0.93 })).to.include({ currency: 'AUD', currency_rate: 0.93 });
  });

  const statuses = ['DRAFT', 'SENT', 'DECLINED', 'INVOICED', 'DELETED', 'ODD', null];
  for (const status of statuses) {
    it(`refuses one that is ${status}`, () => {
      expect(refusal({ status }).reason).to.equal('quote_not_accepted');
    });
  }

  const lines: readonly [string, JsonObject, JsonObject][] = [
    ['a rate of discount', { discount_rate: 10, discount_amount: 10, line_amount: 90 }, { discount_rate: 10 }],
    ['a discount in money', { discount_amount: 10, line_amount: 90 }, { discount_amount: 10 }],
    ['an item', { item_code: 'B-1', account_code: null, account_id: null }, { item_code: 'B-1' }],
    ['an account without a code', { account_code: null }, { account_id: 'acc_1' }],
    [
      'tracking',
      { tracking: [{ name: 'Region', option: 'North', tracking_option_id: null }] },
      { tracking: [{ name: 'Region', option: 'North' }] },
    ],
  ];
  for (const [name, over, shown] of lines) {
    it(`keeps ${name}`, () => {
      const net = typeof over['line_amount'] === 'number' ? over['line_amount'] : 100;
      const totals = { sub_total: net, total_tax: (net * 15) / 100, total: (net * 115) / 100 };
      const made = lineOf(converted({ ...totals, line_items: [{ ...line, ...over }] }));
      expect(made).to.deep.include(shown);
      expect(made).not.to.have.any.keys('line_item_id', 'line_amount', 'tax_amount');
    });
  }

  it('says that a line is not taxed where the quote took no tax', () => {
    const untaxed = { ...line, tax_type: null, tax_amount: 0 };
    const fields = converted({ line_items: [untaxed], total_tax: 0, total: 100 });
    expect(lineOf(fields)).to.include({ tax_type: 'NONE' });
    const none = converted({ line_amount_mode: 'no_tax', line_items: [untaxed], total_tax: 0, total: 100 });
    expect(lineOf(none)).not.to.have.property('tax_type');
    const [plain] = linesOf(convertQuote({ ...quote, line_items: [untaxed] }, ask, { ...traits, noTax: null }));
    expect(plain).not.to.have.property('tax_type');
  });

  it('puts lines without an account on the one that is given, and refuses them without', () => {
    const homeless = { ...line, account_code: null, account_id: null };
    expect(lineOf(converted({ line_items: [homeless] }, { account_code: '260' }))).to.include({ account_code: '260' });
    expect(lineOf(converted({}, { account_code: '260' }))).to.include({ account_code: '200' });
    expect(refusal({ line_items: [line, homeless] })).to.include({ reason: 'quote_line_without_account' });
    expect(refusal({ line_items: [line, homeless] }).why).to.include('line 2');
    const text = { ...homeless, quantity: null, unit_amount: null, tax_type: null, tax_amount: 0, line_amount: 0 };
    expect(converted({ line_items: [line, text] })['line_items']).to.deep.include({ description: 'Bench' });
  });

  it('refuses a reference that an invoice cannot hold, unless another is given', () => {
    const external_reference = 'x'.repeat(256);
    expect(refusal({ external_reference }).reason).to.equal('quote_reference_too_long');
    expect(converted({ external_reference }, { external_reference: 'short' })).to.include({
      external_reference: 'short',
    });
  });

  it('refuses lines that nobody can price, in the words of the specification', () => {
    const irreconcilable = { line_amount_mode: 'inclusive', line_items: [{ ...line, line_amount: 80 }] };
    expect(refusal(irreconcilable)).to.deep.include({
      reason: 'quote_line_amounts_unsafe',
      why: 'Cannot safely preserve Xero quote line amounts',
    });
  });

  it('writes net lines under an inclusive header as exclusive', () => {
    expect(converted({ line_amount_mode: 'inclusive' })).to.include({ line_amount_mode: 'exclusive' });
  });

  it('keeps what prices any line, and strips what the quote owns of it', () => {
    const anyLine = fc.record({
      quantity: fc.integer({ min: 1, max: 90_000 }).map((n) => n / 100),
      unit_amount: fc.integer({ min: 0, max: 9_000_000 }).map((n) => n / 10_000),
      discount_rate: fc.constantFrom(5, 12.5),
      tax_type: fc.constantFrom('OUTPUT2', 'REDUCED', 'NONE'),
    });
    const anyMode = fc.constantFrom('exclusive', 'no_tax');
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), anyMode, (priced, line_amount_mode) => {
        const fields = converted({ line_amount_mode, line_items: priced.map((own) => ({ ...line, ...own })) });
        for (const [index, made] of (fields['line_items'] as JsonObject[]).entries()) {
          expect(made).to.include(priced[index]);
          expect(made).not.to.have.any.keys('line_item_id', 'line_amount', 'tax_amount', 'account_id');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('totals of two documents', () => {
  it('differ where any of the three differs', () => {
    const shown = { sub_total: 1, total_tax: 1, total: 2 };
    expect(haveEqualTotals(shown, { ...shown })).to.equal(true);
    for (const name of Object.keys(shown))
      expect(haveEqualTotals(shown, { ...shown, [name]: 9 }), name).to.equal(false);
  });
});
