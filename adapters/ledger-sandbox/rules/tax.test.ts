import { expect } from 'chai';
import fc from 'fast-check';
import { type LineAmountMode, lineAmountOf, plus, round, taxOf, totalsOf } from './tax.ts';

const line = (lineAmount: number, mode: LineAmountMode, rate = 15) => ({
  gross: lineAmount,
  lineAmount,
  taxAmount: taxOf(lineAmount, rate, mode),
});

describe('sandbox tax arithmetic', () => {
  it('rounds half up, away from zero, where binary floating point would not', () => {
    expect(round(17.955, 2)).to.equal(17.96);
    expect(round(-17.955, 2)).to.equal(-17.96);
    expect(round('1.005', 2)).to.equal(1.01);
  });

  it('taxes each line and sums what was rounded', () => {
    const lines = [25.06, 25.61, 25.63].map((amount) => line(amount, 'Exclusive'));
    expect(lines.map(({ taxAmount }) => taxAmount)).to.deep.equal([3.76, 3.84, 3.84]);
    expect(totalsOf(lines, 'Exclusive')).to.include({ subTotal: 76.3, totalTax: 11.44, total: 87.74 });
  });

  const inclusive: readonly (readonly [number, number, number])[] = [
    [541.25, 70.6, 470.65],
    [500, 65.22, 434.78],
  ];
  for (const [amount, tax, subTotal] of inclusive) {
    it(`finds the tax inside ${amount}`, () => {
      expect(totalsOf([line(amount, 'Inclusive')], 'Inclusive')).to.include({ subTotal, totalTax: tax, total: amount });
    });
  }

  it('takes a discount before tax and totals it', () => {
    const lineAmount = lineAmountOf({ quantity: 1, unitAmount: 19.95, discountRate: 10 });
    expect(lineAmount).to.equal(17.96);
    const totals = totalsOf([{ gross: 19.95, lineAmount, taxAmount: taxOf(lineAmount, 15, 'Exclusive') }], 'Exclusive');
    expect(totals).to.deep.equal({ subTotal: 17.96, totalTax: 2.69, total: 20.65, totalDiscount: 1.99 });
    expect(lineAmountOf({ quantity: 1, unitAmount: 2500, discountRate: 10 })).to.equal(2250);
    expect(lineAmountOf({ quantity: 2, unitAmount: 20, discountAmount: 5 })).to.equal(35);
  });

  it('knows lines without tax', () => {
    const totals = totalsOf([line(40, 'Exclusive', 0)], 'Exclusive');
    expect(totals).to.include({ subTotal: 40, totalTax: 0, total: 40 });
    expect(taxOf(100, 15, 'NoTax')).to.equal(0);
  });

  it('always adds up, and inclusive totals are what was asked for', () => {
    const cents = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((amount) => amount / 100);
    const mode = fc.constantFrom<LineAmountMode>('Exclusive', 'Inclusive', 'NoTax');
    const rate = fc.constantFrom(0, 5, 12.5, 15, 20);
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 30 }), mode, rate, (amounts, how, percent) => {
        const lines = amounts.map((amount) => line(amount, how, percent));
        const totals = totalsOf(lines, how);
        expect(plus(totals.subTotal, totals.totalTax)).to.equal(totals.total);
        const sum = amounts.reduce((at, amount) => plus(at, amount), 0);
        if (how !== 'Exclusive') expect(totals.total).to.equal(sum);
        else expect(totals.subTotal).to.equal(sum);
        if (how === 'NoTax') expect(totals.totalTax).to.equal(0);
        for (const { lineAmount, taxAmount } of lines) {
          const base = how === 'Inclusive' ? 100 + percent : 100;
          const exact = how === 'NoTax' ? 0 : (lineAmount * percent) / base;
          expect(Math.abs(taxAmount - exact)).to.be.at.most(0.005 + 1e-6);
        }
      }),
    );
  });
});
