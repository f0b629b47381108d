import { expect } from 'chai';
import fc from 'fast-check';
import { orderedDecimal } from './ordered-decimal.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

function decimalOf(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('an ordered decimal', () => {
  it('is in the order of the amounts, to the last cent', () => {
    const near = fc.tuple(cents, fc.bigInt({ min: -200n, max: 200n })).map(([a, by]) => [a, a + by] as const);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(cents, cents)), ([a, b]) => {
        const [x, y] = [orderedDecimal(decimalOf(a)), orderedDecimal(decimalOf(b))];
        expect(x < y).to.equal(a < b);
        expect(x === y).to.equal(a === b);
      }),
    );
  });

  it('is in the order of all numbers, however they are written', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [x, y] = [orderedDecimal(String(a)), orderedDecimal(String(b))];
        expect([x < y, x === y]).to.deep.equal([a < b, a === b]);
      }),
    );
  });

  it('is the same for the same amount, and sorts behind the empty text', () => {
    for (const [amount, ...others] of [
      ['0', '0.00', '-0'],
      ['10', '10.0', '1e1', '010.00'],
      ['-0.5', '-0.50', '-5e-1'],
    ] as const) {
      for (const other of others) expect(orderedDecimal(other)).to.equal(orderedDecimal(amount));
      expect(orderedDecimal(amount) > '').to.equal(true);
    }
  });
});
