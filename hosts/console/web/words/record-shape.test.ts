import { expect } from 'chai';
import { dayWords, partsWords, type Record, singularOf, taxesByRate } from './record-shape.ts';

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

  it('formats days in no zone, and shows what is no day as it is', () => {
    expect(['2026-12-01', 'soon', null].map(dayWords)).to.deep.equal(['1 Dec 2026', 'soon', '']);
  });

  it('tells what small objects hold, and leaves out those that hold nothing', () => {
    const phones = [
      { type: 'FAX', number: '' },
      { type: 'DDI', country_code: '64', number: '9 123' },
      { email: 'a@b' },
    ];
    expect(partsWords(phones)).to.deep.equal(['ddi: 64, 9 123', 'a@b']);
    expect(partsWords(null)).to.deep.equal([]);
  });
});
