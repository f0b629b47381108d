import { expect } from 'chai';
import type { JsonObject } from '#core/ports';
import { quoteDiscount } from './quotes.ts';

const line = (more: JsonObject): JsonObject => ({ Quantity: 3, UnitAmount: 19.95, LineAmount: 59.85, ...more });

describe('the discount of a quote', () => {
  const cases: readonly [string, JsonObject, number | null][] = [
    ['is what the provider says', { TotalDiscount: 1.99, LineItems: [] }, 1.99],
    [
      'follows from the lines where a list says 0',
      { TotalDiscount: 0, LineItems: [line({ DiscountRate: 10, LineAmount: 53.87 })] },
      5.98,
    ],
    ['also by an amount', { TotalDiscount: 0, LineItems: [line({ DiscountAmount: 9.85, LineAmount: 50 })] }, 9.85],
    [
      'is 0 where no line is discounted, whatever its amount',
      { TotalDiscount: 0, LineItems: [line({ LineAmount: 1 })] },
      0,
    ],
    ['is 0 where nothing can be said', { TotalDiscount: 0, LineItems: [{ DiscountRate: 10 }, 7, null] }, 0],
    ['is nothing where the provider says nothing', { LineItems: [line({})] }, null],
  ];
  for (const [name, native, expected] of cases) {
    it(name, () => expect(quoteDiscount.read(native)).to.equal(expected));
  }
});
