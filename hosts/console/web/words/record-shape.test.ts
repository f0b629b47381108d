import { expect } from 'chai';
import { factWords, labelOf, type Record, singularOf, taxesByRate } from './record-shape.ts';

describe('record shape', () => {
  const line = (tax_type: string | null, tax_amount: number | null): Record => ({ tax_type, tax_amount });
  const taxes: readonly (readonly [name: string, lines: unknown, total_tax: number | null, sums: unknown])[] = [
    ['one rate', [line('A', 0.1), line('A', 0.2)], 0.3, [['A', 0.3]]],
    [
      'two rates',
      [line('A', 1.5), line('B', 0), line('A', 1)],
      2.5,
      [
        ['A', 2.5],
        ['B', 0],
      ],
    ],
    ['a line that is only words', [line('A', 1), line(null, null), line(null, 0)], 1, [['A', 1]]],
    ['another rounding of the document', [line('A', 0.33), line('A', 0.33)], 0.67, []],
    ['a line whose tax is not told', [line('A', 1), line('A', null)], 1, []],
    ['tax without a rate', [line(null, 1)], 1, []],
    ['a total that is not told', [line('A', 1)], null, []],
    ['lines that the copy left out', null, 1, []],
  ];
  for (const [name, line_items, total_tax, sums] of taxes) {
    it(`adds up the taxes of ${name}`, () => expect(taxesByRate({ line_items, total_tax })).to.deep.equal(sums));
  }

  it('calls a purchase invoice a bill, and a family that it does not know a record', () => {
    expect(singularOf('invoices', { type: 'payable' })).to.equal('bill');
    expect(singularOf('credit_notes', { type: 'payable' })).to.equal('credit note');
    expect(singularOf('toString', {})).to.equal('record');
  });

  const phones = [{ type: 'FAX', number: '' }, { type: 'DDI', country_code: '64', number: '9 123' }, { email: 'a@b' }];
  const facts: readonly (readonly [field: string, value: unknown, label: string, words: readonly string[]])[] = [
    ['due_date', '2026-12-01', 'Due', ['1 Dec 2026']],
    ['summary', 'soon', 'Summary', ['soon']],
    ['amount', 50, 'Amount', ['50.00 NZD']],
    ['currency_rate', 0.92, 'Exchange rate', ['0.92']],
    ['currency_rate', 1, 'Exchange rate', []],
    ['is_customer', false, 'Customer', ['no']],
    ['effective_rate', 0, 'Effective rate', ['0']],
    ['phones', phones, 'Phones', ['ddi: 64, 9 123', 'a@b']],
    ['addresses', [], 'Addresses', []],
    ['contact', { id: 'con_1' }, 'Contact', []],
    ['url', '', 'Address', []],
    ['terms', null, 'Terms', []],
  ];
  for (const [field, value, label, words] of facts) {
    it(`says "${label}: ${words.join(' · ')}" of ${field} ${JSON.stringify(value)}`, () => {
      expect([labelOf(field), factWords({ [field]: value, currency: 'NZD' }, field)]).to.deep.equal([label, words]);
    });
  }
});
