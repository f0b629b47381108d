import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { hasNetLines, type Rounding } from './document-lines.ts';
import { ServiceError } from './errors.ts';
import type { JsonObject } from './json.ts';

const line = (quantity: number, unit_amount: number, line_amount: number, more = {}) => ({
  quantity,
  unit_amount,
  line_amount,
  ...more,
});

/** The mode in which the lines are written back. */
function written(fields: JsonObject, mode: string, rounding: Rounding = 'half_up'): string | undefined {
  try {
    return hasNetLines(fields, mode, { title: 'Books', rounding }) ? 'exclusive' : 'as_they_are';
  } catch (error) {
    return error instanceof ServiceError ? error.details.reason : String(error);
  }
}

describe('quote lines', () => {
  const cases: readonly [string, string, object, string][] = [
    [
      'an exclusive header is sent as it is',
      'exclusive',
      { line_items: [line(1, 100, 100)], sub_total: 100, total: 115 },
      'as_they_are',
    ],
    [
      'gross lines under an inclusive header',
      'inclusive',
      { line_items: [line(1, 115, 115)], sub_total: 100, total: 115 },
      'as_they_are',
    ],
    [
      'net lines under an inclusive header',
      'inclusive',
      { line_items: [line(1, 100, 100)], sub_total: 100, total: 115 },
      'exclusive',
    ],
    [
      'no tax: both readings hold',
      'inclusive',
      { line_items: [line(2, 20, 40)], sub_total: 40, total: 40 },
      'as_they_are',
    ],
    ['no lines', 'inclusive', { line_items: [], sub_total: 0, total: 0 }, 'as_they_are'],
    [
      'neither total fits',
      'inclusive',
      { line_items: [line(1, 107, 107)], sub_total: 100, total: 115 },
      'quote_line_amounts_unsafe',
    ],
    [
      'a gross price beside a net amount',
      'inclusive',
      { line_items: [line(1, 115, 100)], sub_total: 100, total: 115 },
      'quote_line_amounts_unsafe',
    ],
    [
      'a discount in percent',
      'inclusive',
      { line_items: [line(1, 19.95, 17.96, { discount_rate: 10 })], sub_total: 17.96, total: 20.65 },
      'exclusive',
    ],
    [
      'a discount as an amount',
      'inclusive',
      { line_items: [line(2, 10, 15, { discount_amount: 5 })], sub_total: 13.04, total: 15 },
      'as_they_are',
    ],
    [
      'a line of words only',
      'inclusive',
      { line_items: [line(1, 115, 115), { description: 'thanks' }], sub_total: 100, total: 115 },
      'as_they_are',
    ],
    [
      'a cent too few is a total that would change',
      'inclusive',
      { line_items: [line(1, 0.22, 0.22)], sub_total: 0.2, total: 0.23 },
      'quote_line_amounts_unsafe',
    ],
    [
      'net amounts to more places than a cent',
      'inclusive',
      { line_items: [line(1, 86.9565, 86.9565), line(2, 43.4783, 86.9566)], sub_total: 173.92, total: 200 },
      'exclusive',
    ],
    [
      'a price that rounds to another amount',
      'inclusive',
      { line_items: [line(3, 0.3333, 1.01)], sub_total: 0.88, total: 1.01 },
      'quote_line_amounts_unsafe',
    ],
    [
      'net lines whose tax is not that of the whole',
      'inclusive',
      { line_items: [line(1, 100, 100, { tax_amount: 14 })], sub_total: 100, total: 115 },
      'quote_line_amounts_unsafe',
    ],
  ];
  for (const [name, mode, fields, expected] of cases) {
    it(name, () => expect(written(fields as never, mode)).to.equal(expected));
  }

  it('rounds half a cent as the provider does', () => {
    const quoted = (total: number) => ({ line_items: [line(1, 0.125, 0.125)], sub_total: 0.1, total });
    const read = (total: number, rounding: Rounding) => written(quoted(total), 'inclusive', rounding);
    expect([read(0.13, 'half_up'), read(0.12, 'half_even')]).to.deep.equal(['as_they_are', 'as_they_are']);
    const unsafe = 'quote_line_amounts_unsafe';
    expect([read(0.12, 'half_up'), read(0.13, 'half_even')]).to.deep.equal([unsafe, unsafe]);
  });

  it('never calls taxed lines anything but what they were made as', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), fc.boolean(), (amounts, isNet) => {
        const round = (d: Decimal): Decimal => d.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
        const lines = amounts.map((n) => new Decimal(n).div(100));
        const sum = Decimal.sum(...lines);
        const tax = isNet ? lines.map((l) => round(l.times('0.15'))) : lines.map((l) => round(l.times(15).div(115)));
        const totalTax = Decimal.sum(...tax);
        const fields = {
          line_items: lines.map((l) => line(1, l.toNumber(), l.toNumber())),
          sub_total: (isNet ? sum : sum.minus(totalTax)).toNumber(),
          total: (isNet ? sum.plus(totalTax) : sum).toNumber(),
        };
        fc.pre(!totalTax.isZero());
        expect(written(fields, 'inclusive')).to.equal(isNet ? 'exclusive' : 'as_they_are');
      }),
    );
  });
});
