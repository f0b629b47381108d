import { expect } from 'chai';
import { amountWords, exactSum, numberWords } from './amounts.ts';

describe('amounts', () => {
  const words: readonly (readonly [amount: unknown, currency: string | null, words: string])[] = [
    [12345.5, 'NZD', '12,345.50 NZD'],
    [12345, 'JPY', '12,345 JPY'],
    [1.5, 'KWD', '1.500 KWD'],
    [0.1234, 'EUR', '0.1234 EUR'],
    [9999999999.99, 'USD', '9,999,999,999.99 USD'],
    [-3, null, '-3.00'],
    [5, 'no code', '5.00 no code'],
    [null, null, ''],
  ];
  for (const [amount, currency, shown] of words) {
    it(`of ${amount} in ${currency} is "${shown}"`, () => expect(amountWords(amount, currency)).to.equal(shown));
  }

  it('of things have the places that they have', () => {
    expect([2, 0.3333, 1234567, null].map(numberWords)).to.deep.equal(['2', '0.3333', '1,234,567', '']);
  });

  const sums: readonly (readonly [amounts: readonly unknown[], sum: number | undefined])[] = [
    [[], 0],
    [[0.1, 0.2], 0.3],
    [[1.005, 2.675, -0.68], 3],
    [[0.1, -0.3], -0.2],
    [Array.from({ length: 500 }, () => 0.07), 35],
    [[9999999999.99, 0.01], 10000000000],
    [[1, null], undefined],
    [[1, '2'], undefined],
    [[1, 1e-9], undefined],
    [[1e21], undefined],
    [[99999999999999.95], undefined],
    [[99999999999999.9, 0.01], undefined],
  ];
  for (const [amounts, sum] of sums) {
    it(`${JSON.stringify(amounts).slice(0, 40)} add up to ${sum}`, () => expect(exactSum(amounts)).to.equal(sum));
  }
});
