import { expect } from 'chai';
import fc from 'fast-check';
import { imbalanceOf } from './journal-sums.ts';

const rateOf = (tax: string) => ({ INPUT2: 15, NONE: 0 })[tax];
const line = (line_amount: number, tax_type: string | null = 'NONE') => ({ line_amount, tax_type });

describe('the lines of a journal', () => {
  for (const [what, mode, lines, imbalance] of [
    ['balance', 'no_tax', [line(0.1), line(0.2), line(-0.3)], undefined],
    ['debit more', 'no_tax', [line(100.01), line(-100)], 0.01],
    ['credit more', 'inclusive', [line(100, 'INPUT2'), line(-115)], -15],
    ['balance with the tax that is added', 'exclusive', [line(100, 'INPUT2'), line(-115)], undefined],
    ['balance with a rounded tax', 'exclusive', [line(0.1, 'INPUT2'), line(-0.12)], undefined],
    ['differ by that tax', 'exclusive', [line(100, 'INPUT2'), line(-100)], 15],
    ['say nothing where a tax is not known', 'exclusive', [line(100, 'OTHER'), line(-1)], undefined],
    ['say nothing where a tax is that of the account', 'exclusive', [line(100, null), line(-1)], undefined],
  ] as const) {
    it(what, () => {
      expect(imbalanceOf({ line_amount_mode: mode, lines }, rateOf)).to.equal(imbalance);
    });
  }

  it('say nothing without lines or mode', () => {
    expect(imbalanceOf({ lines: [line(1)] })).to.equal(undefined);
    expect(imbalanceOf({ line_amount_mode: 'no_tax' })).to.equal(undefined);
  });

  it('balance exactly, however many cents there are', () => {
    const cents = fc.array(fc.integer({ min: -999_999_999, max: 999_999_999 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const sum = amounts.reduce((all, one) => all + one, 0);
        const lines = [...amounts, -sum].map((one) => line(one / 100));
        expect(imbalanceOf({ line_amount_mode: 'no_tax', lines })).to.equal(undefined);
        const off = imbalanceOf({ line_amount_mode: 'inclusive', lines: [...lines, line(0.01)] });
        expect(off).to.equal(0.01);
      }),
      { numRuns: 50 },
    );
  });
});
