import { expect } from 'chai';
import fc from 'fast-check';
import { decimalWords, sumsOf, sumWords } from './decimal-sums.ts';

const of = (amount: string, currency = 'NZD') => ({ amount, currency });

describe('sums of decimals', () => {
  it('are exact, by currency', () => {
    expect(sumsOf([of('0.1'), of('0.2'), of('5', 'GBP'), of('1e3')])).to.deep.equal([
      { currency: 'NZD', amount: '0.3' },
      { currency: 'GBP', amount: '5' },
    ]);
    expect(sumsOf([of('999999999999999999.99'), of('0.01')])[0]?.amount).to.equal('1000000000000000000');
    expect(sumsOf([of('-1.5'), of('1')])[0]?.amount).to.equal('-0.5');
  });

  it('are those of whole cents', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 1_000_000_00 }), { maxLength: 20 });
    fc.assert(
      fc.property(cents, (all) => {
        const texts = all.map((n) => of(`${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`));
        const total = all.reduce((sum, n) => sum + n, 0);
        const [sum] = sumsOf(texts);
        return all.length === 0 ? sum === undefined : Number(sum?.amount) === total / 100;
      }),
      { numRuns: 100 },
    );
  });

  it('are told with the decimals of their currency', () => {
    expect(decimalWords('1250.5', 'NZD')).to.equal('1,250.50 NZD');
    expect(decimalWords('1250', 'JPY')).to.equal('1,250 JPY');
    expect(decimalWords('0.12345', 'GBP')).to.equal('0.12345 GBP');
    expect(decimalWords('12345678901234567890.5', 'GBP')).to.equal('12345678901234567890.50 GBP');
    expect(decimalWords('soon', 'GBP')).to.equal('soon GBP');
    expect(sumWords([of('1'), of('2', 'GBP'), of('3')])).to.equal('4.00 NZD and 2.00 GBP');
    expect(sumWords([])).to.equal('');
  });
});
